// The words of the page, in one of its languages. `t` marks a text where it stands, with parts in braces; what shows it
// says it again when another language is chosen.

export const LANGUAGES = JSON.parse(document.getElementById("words").textContent); // by code: a name, and the words
const standing = new WeakMap(); // what text nodes say, and the attributes of elements by their names
const followers = [];
let spoken = "en";

// Parts may be words themselves. A text that no language has, such as one of parts alone, is said as it is.
export class Words {
  constructor(text, parts) {
    Object.assign(this, { text, parts });
  }

  toString() {
    const said = LANGUAGES[spoken].words[this.text] ?? this.text;
    return said.replace(/\{(\w+)\}/g, (place, name) => this.parts[name] ?? place);
  }
}

export const t = (text, parts = {}) => new Words(text, parts);

// What Python has marked; anything else it says in English.
export const marked = (given) => (given.text ? t(given.text, given.parts) : given);

export const textNode = (said) => {
  const node = document.createTextNode(said);
  if (said instanceof Words) standing.set(node, said);
  return node;
};

export const setAttribute = (element, name, said) => {
  element.setAttribute(name, said);
  if (said instanceof Words) standing.set(element, { ...standing.get(element), [name]: said });
};

const walk = (filter) => document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, filter);

// Take the texts of the HTML itself for words, but for those that are the same in every language.
export const adopt = () => {
  const refused = (node) => node.matches?.("head, script, [translate=no]");
  const walker = walk((node) => (refused(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.ELEMENT_NODE) {
      const label = node.getAttribute("aria-label");
      if (label) setAttribute(node, "aria-label", t(label));
    } else if (node.data.trim()) {
      const [, before, text, after] = /^(\s*)(.*?)(\s*)$/s.exec(node.data);
      const plain = text.replace(/\s+/g, " ");
      standing.set(node, new Words(`${before}{said}${after}`, { said: t(plain) }));
    }
  }
};

export const speak = (code) => {
  spoken = document.documentElement.lang = code;
  const walker = walk();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const said = standing.get(node);
    if (said instanceof Words) node.data = said;
    else for (const name in said) node.setAttribute(name, said[name]);
  }
  for (const follow of followers) follow(code);
};

// Do something now and whenever another language is chosen.
export const following = (follow) => {
  followers.push(follow);
  follow(spoken);
};

// The first language of the browser's setting that is one of ours.
export const preferred = () =>
  navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]).find((code) => code in LANGUAGES) ?? "en";
