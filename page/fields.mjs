// The fields of a form, each made from the declaration of an option. A field has its element, `read()`, which gives
// what was typed and the files that were chosen, and `mark(text)` for a refusal.
import { make } from "./elements.mjs";

const OWN = "a table of your own (a CSV file)";
const AS_IT_WAS = ["", "as it was"];
let count = 0;

const labelled = (declared, help, control, more) => {
  const id = `field-${++count}`;
  const error = make("p", { class: "error", id: `${id}-error`, hidden: true });
  const told = help ? make("p", { class: "help", id: `${id}-help` }, help) : null;
  control.id = id;
  control.setAttribute("aria-describedby", `${told ? `${id}-help ` : ""}${id}-error`);
  const element = make("div", { class: "field" }, make("label", { for: id }, declared.label), told, control, more, error);
  const mark = (text) => {
    error.textContent = text;
    error.hidden = !text;
    text ? control.setAttribute("aria-invalid", "true") : control.removeAttribute("aria-invalid");
    if (text) control.focus();
  };
  return { name: declared.name, element, control, mark, read: () => ({ value: control.value, files: [] }) };
};

const chooser = (label, accept) => make("input", { type: "file", accept, "aria-label": label });

const select = (choices) => make("select", {}, ...choices.map(([value, words]) => make("option", { value }, words)));

// What stands first is what is taken when nothing is said, so that it need not be said.
const chosen = (control) => (control.selectedIndex > 0 ? control.value : "");

const choice = (declared, _, keeps) => {
  const words = declared.choices.map(([value, text]) => [value, text[0].toUpperCase() + text.slice(1)]);
  const field = labelled(declared, "", select(keeps ? [AS_IT_WAS, ...words] : words));
  return { ...field, read: () => ({ value: chosen(field.control), files: [] }) };
};

const scale = (declared, all, keeps) => {
  const names = all.scales.map((name) => [name, name]);
  const file = chooser("The file with your table", ".csv,.txt");
  const field = labelled(
    declared,
    "",
    select([...(keeps ? [AS_IT_WAS] : []), ...names, [OWN, OWN[0].toUpperCase() + OWN.slice(1)]]),
    make("div", { class: "or", hidden: true }, file, make("p", { class: "help" },
      "On each line a margin in IMPs, the winner’s VPs, and the loser’s if they are not the rest.")),
  );
  const own = () => field.control.value === OWN;
  field.control.addEventListener("change", () => {
    file.parentElement.hidden = !own();
  });
  return { ...field, read: () => (own() ? { value: "", files: [...file.files] } : { value: chosen(field.control), files: [] }) };
};

const teams = (declared) => {
  const file = chooser("A file with the names", ".csv,.txt");
  const more = make("div", { class: "or" }, make("span", {}, "or a file: "), file);
  const field = labelled(declared, "How many, or their names, one on a line.", make("textarea", { rows: 3 }), more);
  return { ...field, read: () => ({ value: field.control.value, files: [...file.files] }) };
};

const flag = (declared) => {
  const field = labelled(declared, "", make("input", { type: "checkbox" }));
  field.element.classList.add("flag");
  return { ...field, read: () => ({ value: field.control.checked, files: [] }) };
};

const file = (declared) => {
  const field = labelled(declared, declared.help, make("input", { type: "file", multiple: declared.many }));
  return { ...field, read: () => ({ value: "", files: [...field.control.files] }) };
};

const functions = (declared, all) => {
  const boxes = all.functions.map((name) => make("input", { type: "checkbox", value: name }));
  const labels = boxes.map((box) => make("label", {}, box, ` ${box.value}`));
  const error = make("p", { class: "error", hidden: true });
  const element = make("fieldset", { class: "field" }, make("legend", {}, declared.label),
    make("p", { class: "help" }, "If none is ticked, all of them."), make("div", { class: "ticks" }, ...labels), error);
  const mark = (text) => {
    error.textContent = text;
    error.hidden = !text;
  };
  const value = () => boxes.filter((box) => box.checked).map((box) => box.value);
  return { name: declared.name, element, mark, read: () => ({ value: value(), files: [] }) };
};

const oneFunction = (declared, all) => {
  const field = labelled(declared, "", select([["", "All of them"], ...all.functions.map((name) => [name, name])]));
  return { ...field, read: () => ({ value: chosen(field.control), files: [] }) };
};

const typed = (declared) => {
  const help = declared.many ? `${declared.help} Several with spaces between them.` : declared.help;
  const mode = declared.takes === "whole" ? "numeric" : "text"; // other keyboards of telephones lack the minus
  const attributes = { type: "text", inputmode: mode, autocomplete: "off", required: declared.needed };
  return labelled(declared, help, make("input", attributes));
};

const MAKERS = { choice, scale, teams, flag, file, functions, function: oneFunction };

export const field = (declared, all, keeps) => (MAKERS[declared.takes] ?? typed)(declared, all, keeps);
