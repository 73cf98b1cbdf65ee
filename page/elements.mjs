// Elements of the page, made in one line. Texts become text alone, whatever they hold.

export const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
};

export const button = (words, act, kind = "button") => {
  const made = make("button", { type: kind }, words);
  if (act) made.addEventListener("click", act);
  return made;
};

export const say = (text) => {
  document.getElementById("said").textContent = text;
};
