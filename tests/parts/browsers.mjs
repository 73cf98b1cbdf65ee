// Drives a browser by requests on standard input: node browsers.mjs NODE_MODULES chromium|firefox PROGRAM DOWNLOADS
//
// A request is a line of JSON with what to `do`; the reply is a line with its "result", or with the "error" in words.

import { existsSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [modules, name, program, downloads] = process.argv.slice(2);
const require = createRequire(join(modules, "here.js"));
const reply = (content) => process.stdout.write(JSON.stringify(content) + "\n");
const trouble = []; // what the page itself has complained of
const choosers = []; // that it has opened for files

const chromium = async () => {
  const { chromium } = require("playwright-core");
  const browser = await chromium.launch({
    executablePath: program,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
  });
  let context, page;
  return {
    open: async ({ address, width = 1000, height = 900, scheme = "light", offline = true, scripts = true, without = [], languages }) => {
      await context?.close();
      context = await browser.newContext({ acceptDownloads: true, viewport: { width, height }, colorScheme: scheme, javaScriptEnabled: scripts });
      await context.addInitScript((names) => names.forEach((name) => delete globalThis[name]), without);
      if (languages) {
        await context.addInitScript((set) => Object.defineProperty(navigator, "languages", { get: () => set }), languages);
      }
      page = await context.newPage();
      page.on("filechooser", (chooser) => choosers.push(chooser));
      page.on("download", (download) => download.saveAs(join(downloads, download.suggestedFilename())));
      page.on("pageerror", (error) => trouble.push(error.message));
      if (address.startsWith("file:")) await context.setOffline(offline);
      await page.goto(address);
      await context.setOffline(offline);
    },
    choose: ({ selector, files }) => page.setInputFiles(selector, files),
    look: ({ width, height, scheme, media = "screen" }) =>
      Promise.all([width && page.setViewportSize({ width, height }), page.emulateMedia({ colorScheme: scheme, media })]),
    page: () => page,
    close: () => browser.close(),
  };
};

const firefox = async () => {
  const puppeteer = require("puppeteer-core");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: program,
    headless: true,
    extraPrefsFirefox: {
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      "browser.download.useDownloadDir": true,
      "browser.download.always_ask_before_handling_new_types": false,
    },
  });
  let page;
  return {
    open: async ({ address, width = 1000, height = 900 }) => {
      await page?.close();
      page = await browser.newPage();
      page.on("pageerror", (error) => trouble.push(error.message));
      await page.setViewport({ width, height });
      await page.goto(address);
    },
    choose: async ({ selector, files }) => (await page.$(selector)).uploadFile(...files),
    page: () => page,
    close: () => browser.close(),
  };
};

const until = async (holds, milliseconds) => {
  for (const end = Date.now() + milliseconds; ; await new Promise((next) => setTimeout(next, 20))) {
    const found = await holds();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${milliseconds / 1000} seconds`);
  }
};

const browser = await (name === "chromium" ? chromium() : firefox());
const page = () => browser.page();
const called = (script, given) => page().evaluate(`(${script})(...${JSON.stringify(given)})`);

const ways = {
  open: browser.open,
  choose: browser.choose,
  chooseByKey: async ({ key, files }) => {
    await page().keyboard.press(key);
    await until(() => choosers.length, 20000);
    await choosers.pop().setFiles(files);
  },
  look: browser.look,
  evaluate: ({ script, arguments: given }) => called(script, given),
  until: async ({ script, arguments: given, milliseconds }) => {
    await until(() => called(`async (...given) => !!(await (${script})(...given))`, given), milliseconds);
  },
  click: ({ selector }) => page().click(selector),
  type: ({ text }) => page().keyboard.type(text),
  press: ({ key }) => page().keyboard.press(key),
  picture: async ({ path, full = true }) => {
    await page().screenshot({ path, fullPage: full });
  },
  downloaded: async ({ name }) => {
    const path = join(downloads, name);
    await until(() => existsSync(path) && !readdirSync(downloads).some((each) => each.endsWith(".part")), 20000);
    return path;
  },
  forget: () => {
    for (const each of readdirSync(downloads)) rmSync(join(downloads, each));
  },
  axe: async () => {
    const { source } = require("axe-core");
    // The page's policy lets no script in but its own, so that this one comes through the driver.
    await page().evaluate(source);
    return called(`async () => {
      const found = await axe.run(document, { resultTypes: ["violations", "incomplete"], rules: { "target-size": { enabled: true } } });
      const told = (list) => list.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(" | "));
      return { violations: told(found.violations), incomplete: told(found.incomplete), passes: found.passes.length };
    }`, []);
  },
  trouble: () => trouble.splice(0),
};

try {
  reply({ result: null });
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    try {
      reply({ result: (await ways[request.do](request)) ?? null });
    } catch (error) {
      reply({ error: error.message });
    }
  }
} finally {
  await browser.close();
}
process.exit();
