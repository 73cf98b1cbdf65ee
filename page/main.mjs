// The page: a menu, one job in sight at a time, and Python, which starts while the first form is being filled in.
import { start } from "./engine.mjs";
import { make, say } from "./elements.mjs";
import { busy, section } from "./jobs.mjs";

const all = JSON.parse(document.getElementById("forms").textContent);
const groups = all.groups;
const jobs = groups.flatMap((group) => group.jobs);
const sections = new Map(jobs.map((job) => [job.name, section(job, all)]));
const menu = document.getElementById("menu");
const narrow = matchMedia("(max-width: 45rem)"); // where the menu is folded
let current;
let started = false;

const link = (job) => make("li", {}, make("a", { href: `#${job.name}` }, job.heading));
for (const { heading, jobs: of } of groups) {
  const id = `group-${heading.toLowerCase().replaceAll(" ", "-")}`;
  menu.append(make("div", {}, make("h2", { id }, heading), make("ul", { "aria-labelledby": id }, ...of.map(link))));
}
document.getElementById("work").append(...[...sections.values()].map(({ element }) => element));

const show = (name) => {
  const job = jobs.find((each) => each.name === name) ?? jobs[0];
  current = sections.get(job.name);
  for (const { element } of sections.values()) element.hidden = element !== current.element;
  for (const each of menu.querySelectorAll("a")) {
    each.getAttribute("href") === `#${job.name}` ? each.setAttribute("aria-current", "page") : each.removeAttribute("aria-current");
  }
  menu.querySelector("summary").textContent = `Menu: ${job.heading}`;
  menu.open = !narrow.matches;
  document.title = `${job.heading} · xlvp`;
};

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
  say("Starting: this takes a few seconds. You can fill in the form meanwhile.");
  try {
    await start();
    started = true;
    say("Ready.");
  } catch (error) {
    say(`This browser cannot run the page: ${error.message}. Try a newer one, or another.`);
  }
};
document.addEventListener("DOMContentLoaded", begin); // when the parts, which stand below, are there
