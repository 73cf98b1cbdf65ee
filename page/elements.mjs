// Elements of the page, made in one line. Texts become text alone, whatever they hold.
import { setAttribute, textNode } from "./words.mjs";

const child = (given) => (given instanceof Node ? given : textNode(given));

export const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) setAttribute(element, name, value);
  }
  element.append(...children.filter((each) => each != null).map(child));
  return element;
};

export const put = (element, text) => element.replaceChildren(child(text));

export const button = (words, act, kind = "button") => {
  const made = make("button", { type: kind }, words);
  if (act) made.addEventListener("click", act);
  return made;
};

export const say = (text) => put(document.getElementById("said"), text);
