// The page: a menu, one job in sight at a time, and Python, which starts while the first form is being filled in.
import { start } from "./engine.mjs";
import { make, put, say } from "./elements.mjs";
import { busy, section } from "./jobs.mjs";
import { adopt, following, LANGUAGES, preferred, speak, t, Words } from "./words.mjs";

adopt();
speak(preferred());

const all = JSON.parse(document.getElementById("forms").textContent);
const groups = all.groups;
const jobs = groups.flatMap((group) => group.jobs);
const sections = new Map(jobs.map((job) => [job.name, section(job, all)]));
const menu = document.getElementById("menu");
const narrow = matchMedia("(max-width: 45rem)"); // where the menu is folded
let current;
let started = false;

const link = (job) => make("li", {}, make("a", { href: `#${job.name}` }, t(job.heading)));
for (const { heading, jobs: of } of groups) {
  const id = `group-${heading.toLowerCase().replaceAll(" ", "-")}`;
  menu.append(make("div", {}, make("h2", { id }, t(heading)), make("ul", { "aria-labelledby": id }, ...of.map(link))));
}
document.getElementById("work").append(...[...sections.values()].map(({ element }) => element));

const show = (name) => {
  const job = jobs.find((each) => each.name === name) ?? jobs[0];
  current = sections.get(job.name);
  for (const { element } of sections.values()) element.hidden = element !== current.element;
  for (const each of menu.querySelectorAll("a")) {
    each.getAttribute("href") === `#${job.name}` ? each.setAttribute("aria-current", "page") : each.removeAttribute("aria-current");
  }
  const heading = t(job.heading);
  put(menu.querySelector("summary"), t("Menu: {heading}", { heading }));
  menu.open = !narrow.matches;
  put(document.querySelector("title"), new Words("{heading} · xlvp", { heading }));
};

const languages = document.getElementById("language");
for (const [code, { name }] of Object.entries(LANGUAGES)) {
  languages.append(make("option", { value: code, lang: code, translate: "no" }, name));
}
languages.addEventListener("change", () => speak(languages.value));
following((code) => {
  languages.value = code;
});

const asked = () => location.hash.slice(1);
window.addEventListener("hashchange", () => {
  if (asked() === "work") return; // the link that skips the menu
  show(asked());
  current.element.querySelector("h2").focus();
  if (started && !busy()) say("");
});
narrow.addEventListener("change", () => {
  menu.open = !narrow.matches;
});
show(asked());

// A file that misses its place must not take the browser away from here.
for (const event of ["dragover", "drop"]) {
  document.addEventListener(event, (dropped) => {
    dropped.preventDefault();
    if (event === "drop" && dropped.dataTransfer.files.length) current.drop(dropped.dataTransfer.files);
  });
}

const begin = async () => {
  say(t("Starting: this takes a few seconds. You can fill in the form meanwhile."));
  try {
    await start();
    started = true;
    say(t("Ready."));
  } catch (error) {
    say(t("This browser cannot run the page: {reason}. Try a newer one, or another.", { reason: error.message }));
  }
};
document.addEventListener("DOMContentLoaded", begin); // when the parts, which stand below, are there
