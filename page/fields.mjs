// The fields of a form, each made from the declaration of an option. A field has its element, `read()`, which gives
// what was typed and the files that were chosen, and `mark(text)` for a refusal.
import { following, t } from "./words.mjs";
import { make, put } from "./elements.mjs";

const FROM_FILE = "file";
const AS_IT_WAS = ["", t("As it was")];
let count = 0;

const labelled = (declared, control, more, help = declared.help && t(declared.help)) => {
  const id = `field-${++count}`;
  const error = make("p", { class: "error", id: `${id}-error`, lang: "en", hidden: true });
  const told = help ? make("p", { class: "help", id: `${id}-help` }, help) : null;
  control.id = id;
  control.setAttribute("aria-describedby", `${told ? `${id}-help ` : ""}${id}-error`);
  const element = make("div", { class: "field" }, make("label", { for: id }, t(declared.label)), told, control, more, error);
  const mark = (text) => {
    put(error, text);
    error.hidden = !text;
    text ? control.setAttribute("aria-invalid", "true") : control.removeAttribute("aria-invalid");
    if (text) control.focus();
  };
  return { name: declared.name, element, control, mark, read: () => ({ value: control.value, files: [] }) };
};

const chooser = (label, accept) => make("input", { type: "file", accept, "aria-label": label });

// Words to choose from; what is no words, such as the name of a scale, is the same in every language.
const option = ([value, words]) => make("option", { value, translate: typeof words === "string" ? "no" : null }, words);
const select = (choices) => make("select", {}, ...choices.map(option));

// What stands first is what is taken when nothing is said, so that it need not be said.
const chosen = (control) => (control.selectedIndex > 0 ? control.value : "");

const choice = (declared, _, keeps) => {
  const words = declared.choices.map(([value, text]) => [value, t(text)]);
  const field = labelled(declared, select(keeps ? [AS_IT_WAS, ...words] : words));
  return { ...field, read: () => ({ value: chosen(field.control), files: [] }) };
};

// The language of a workbook: that of the page, as long as no other is chosen; an older workbook keeps its own.
const language = (declared, _, keeps) => {
  const control = select(keeps ? [AS_IT_WAS, ...declared.choices] : declared.choices);
  for (const each of control.options) if (each.value) each.lang = each.value;
  let last = control.value;
  const follow = (code) => {
    const value = control.value === last ? code : control.value;
    for (const each of control.options) each.defaultSelected = each.value === code; // for a form that is emptied
    control.value = value;
    last = code;
  };
  if (!keeps) following(follow);
  const field = labelled(declared, control);
  return { ...field, read: () => ({ value: chosen(control), files: [] }) };
};

const scale = (declared, all, keeps) => {
  const names = [...all.scales, ...declared.besides].map((name) => [name, name]);
  const file = chooser(t("The file with your table"), ".csv,.txt");
  const field = labelled(
    declared,
    select([...(keeps ? [AS_IT_WAS] : []), ...names, [FROM_FILE, t("A table of your own (a CSV file)")]]),
    make("div", { class: "or", hidden: true }, file, make("p", { class: "help" },
      t("On each line a margin in IMPs, the winner’s VPs, and the loser’s if they are not the rest."))),
  );
  const fromFile = () => field.control.value === FROM_FILE;
  field.control.addEventListener("change", () => {
    file.parentElement.hidden = !fromFile();
  });
  return { ...field, read: () => (fromFile() ? { value: "", files: [...file.files] } : { value: chosen(field.control), files: [] }) };
};

const teams = (declared) => {
  const file = chooser(t("A file with the names"), ".csv,.txt");
  const more = make("div", { class: "or" }, make("span", {}, t("or a file:")), file);
  const help = t("How many, or their names, one on a line.");
  const field = labelled(declared, make("textarea", { rows: 3 }), more, help);
  return { ...field, read: () => ({ value: field.control.value, files: [...file.files] }) };
};

const flag = (declared) => {
  const field = labelled(declared, make("input", { type: "checkbox" }));
  field.element.classList.add("flag");
  return { ...field, read: () => ({ value: field.control.checked, files: [] }) };
};

const file = (declared) => {
  const field = labelled(declared, make("input", { type: "file", multiple: declared.many }));
  return { ...field, read: () => ({ value: "", files: [...field.control.files] }) };
};

const functions = (declared, all) => {
  const boxes = all.functions.map((name) => make("input", { type: "checkbox", value: name }));
  const labels = boxes.map((box) => make("label", { translate: "no" }, box, ` ${box.value}`));
  const error = make("p", { class: "error", lang: "en", hidden: true });
  const element = make("fieldset", { class: "field" }, make("legend", {}, t(declared.label)),
    make("p", { class: "help" }, t("If none is ticked, all of them.")), make("div", { class: "ticks" }, ...labels), error);
  const mark = (text) => {
    put(error, text);
    error.hidden = !text;
  };
  const value = () => boxes.filter((box) => box.checked).map((box) => box.value);
  return { name: declared.name, element, mark, read: () => ({ value: value(), files: [] }) };
};

const oneFunction = (declared, all) => {
  const field = labelled(declared, select([["", t("All of them")], ...all.functions.map((name) => [name, name])]));
  return { ...field, read: () => ({ value: chosen(field.control), files: [] }) };
};

const typed = (declared) => {
  const help = t(declared.help);
  const all = declared.many ? t("{help} Several with spaces between them.", { help }) : help;
  const mode = declared.takes === "whole" ? "numeric" : "text"; // other keyboards of telephones lack the minus
  const attributes = { type: "text", inputmode: mode, autocomplete: "off", required: declared.needed };
  return labelled(declared, make("input", attributes), null, all);
};

const MAKERS = { choice, language, scale, teams, flag, file, functions, function: oneFunction };

export const field = (declared, all, keeps) => (MAKERS[declared.takes] ?? typed)(declared, all, keeps);
