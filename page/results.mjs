// What a job has answered: blocks of text, tables, and files to save.
import { button, make, put } from "./elements.mjs";
import { marked, t, Words } from "./words.mjs";

const TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xlsm: "application/vnd.ms-excel.sheet.macroEnabled.12",
  csv: "text/csv",
};

// What Python says is English.
const line = (text) => make("p", { lang: text instanceof Words ? null : "en" }, text);

const table = ({ rows, figures, prints, ...given }) => {
  const caption = given.caption && marked(given.caption);
  const headings = given.headings.map(marked);
  const first = headings.length - figures;
  const look = (at) => (at >= first ? "figure" : null);
  // The roles stay where a narrow window shows cells below one another, and tables are none any more by their looks.
  const head = headings.map((text, at) => make("th", { class: look(at), scope: "col", role: "columnheader" }, text));
  const line = (row) => make("tr", { role: "row" }, ...row.map((text, at) => make("td", { class: look(at), role: "cell" }, text)));
  const made = make("table", { role: "table", class: figures ? null : "texts" },
    caption ? make("caption", {}, caption) : null,
    make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...head)),
    make("tbody", { role: "rowgroup", lang: figures ? null : "en" }, ...rows.map(line)));
  const name = caption || new Words(headings.map((_, at) => `{${at}}`).join(", "), headings);
  const wide = make("div", { class: "wide", tabindex: 0, role: "group", "aria-label": t("Table: {name}", { name }) }, made);
  return prints ? make("div", {}, button(t("Print"), () => window.print()), wide) : wide;
};

const copied = async (area, told) => {
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    document.execCommand("copy"); // where a page from the disk may not write to the clipboard by itself
  }
  put(told, t("Copied."));
};

const copy = ({ label, text }) => {
  const area = make("textarea", { readonly: true, rows: 4, spellcheck: "false" });
  area.value = text;
  const told = make("span", { role: "status" });
  return make("div", { class: "copy" }, make("label", {}, marked(label), area), button(t("Copy"), () => copied(area, told)), " ", told);
};

const SHOWN = {
  lines: ({ lines, aligned }) => make("div", { class: aligned ? "aligned" : null }, ...lines.map(line)),
  notes: ({ lines }) => make("div", { class: "notes" }, make("h4", {}, t("Please note")), ...lines.map(line)),
  result: ({ lines }) => make("div", { class: "figures" }, ...lines.map(line)),
  table,
  copy,
  section: ({ heading, summary, blocks }) =>
    make("details", {}, make("summary", {}, make("code", { translate: "no" }, heading), " ", make("span", { lang: "en" }, summary)), ...blocks.map(shown)),
};

const shown = (block) => SHOWN[block.type](block);

const saved = ({ name, bytes }) => {
  const type = TYPES[name.split(".").pop().toLowerCase()] ?? "application/octet-stream";
  const href = URL.createObjectURL(new Blob([bytes], { type }));
  return make("a", { class: "save", download: name, href }, t("Save {name}", { name }));
};

const STATES = { refused: t("Refused"), attention: t("Done, with something to look at"), fine: t("Done") };
const ABOUT_A_FILE = {
  refused: (file) => t("{file}: refused", { file }),
  attention: (file) => t("{file}: done, with something to look at", { file }),
  fine: (file) => t("{file}: done", { file }),
};

// The result of one job; `about` is the file that it was about, if any.
export const result = (answer, about) => {
  const state = answer.refused ? "refused" : answer.attention ? "attention" : "fine";
  const words = about ? ABOUT_A_FILE[state](about) : STATES[state];
  const made = make("article", { class: `result ${state}` }, make("h3", {}, words));
  if (answer.refused) made.append(line(answer.refused));
  made.append(...answer.blocks.map(shown));
  if (answer.files.length) made.append(make("p", { class: "files" }, ...answer.files.map(saved)));
  const details = made.querySelectorAll(":scope > details");
  if (details.length === 1) details[0].open = true;
  return made;
};

// Empty a place where results stand; the files in them can no longer be saved.
export const clear = (place) => {
  for (const link of place.querySelectorAll("a.save")) URL.revokeObjectURL(link.href);
  place.replaceChildren();
};

export const saveAll = async (place) => {
  for (const link of place.querySelectorAll("a.save")) {
    link.click();
    await new Promise((next) => setTimeout(next, 150)); // browsers drop downloads that come at once
  }
};
