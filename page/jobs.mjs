// A job of the page: its form, and what happens when it is sent.
import { Broken, run, stop, Stopped } from "./engine.mjs";
import { button, make, put, say } from "./elements.mjs";
import { field } from "./fields.mjs";
import { clear, result, saveAll } from "./results.mjs";
import { t } from "./words.mjs";

const megabytes = (bytes) => Math.ceil(bytes / 1e6);
const refusal = (refused) => ({ refused, blocks: [], files: [], field: "" });
const TOO_MUCH = t(
  "this was too much for the browser, perhaps for its memory; use xlvp on the command line for it",
);

class Refused extends Error {
  constructor(words) {
    super(words);
    this.words = words;
  }
}

let working = false; // one job at a time, as there is one Python
export const busy = () => working;

const read = async (file, all) => {
  if (file.size > all.largest_file) {
    const [size, most] = [file.size, all.largest_file].map(megabytes);
    throw new Refused(t(
      "this has {size} MB, and the page takes files of up to {most} MB; use xlvp on the command line for it",
      { size, most },
    ));
  }
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Refused(t("this cannot be read; choose a file (not a folder), and choose it again if it has changed"));
  }
};

// Do a job for one file, or for none, and return its answer, which is a refusal in words if it comes to that.
const answered = async (job, values, files, all) => {
  try {
    const given = [];
    for (const { field: of, file } of files) given.push({ field: of, name: file.name, bytes: await read(file, all) });
    return await run(job.name, values, given);
  } catch (error) {
    if (error instanceof Broken) return refusal(TOO_MUCH);
    if (error instanceof Refused) return refusal(error.words);
    throw error;
  }
};

const booksField = (job) => {
  const id = `books-${job.name}`;
  const input = make("input", { type: "file", multiple: true, accept: job.books.accept, id, "aria-describedby": `${id}-help ${id}-error` });
  const error = make("p", { class: "error", id: `${id}-error`, hidden: true }, t("Choose a workbook first."));
  const element = make("div", { class: "field drop" }, make("label", { for: id }, t(job.books.label)),
    make("p", { class: "help", id: `${id}-help` }, t("Choose one or several, or drop them here.")), input, error);
  return { input, error, element };
};

const outcome = ({ fine, refused }) => {
  if (!refused) return t("{fine} done.", { fine });
  return fine ? t("{fine} done, {refused} refused.", { fine, refused }) : t("{refused} refused.", { refused });
};

// Show only the fields that a kind of workbook has, with what is usual for it.
const followKind = (fields, all) => {
  const kind = fields.find((each) => each.name === "kind");
  if (!kind) return;
  const special = new Set(Object.values(all.kinds).flatMap((each) => each.options));
  const follow = () => {
    const { options, usual } = all.kinds[kind.control.value];
    for (const each of fields) {
      each.element.hidden = special.has(each.name) && !options.includes(each.name);
      if (each.control && "placeholder" in each.control) each.control.placeholder = usual[each.name] ?? "";
    }
  };
  kind.control.addEventListener("change", follow);
  follow();
};

export const section = (job, all) => {
  const fields = job.fields.map((declared) => field(declared, all, job.keeps));
  const books = job.books && booksField(job);
  const place = make("div", { class: "results", role: "region", "aria-label": t("Results") });
  const progressing = make("div", { class: "working", hidden: true });
  const send = button(t(job.action), null, "submit");
  const elements = fields.map((each) => each.element);
  const folded = job.folded && elements.length
    ? [make("details", { class: "more" }, make("summary", {}, t("More choices")), ...elements)] : elements;
  const form = make("form", { novalidate: true, autocomplete: "off" }, books?.element, ...folded, make("p", {}, send));
  const element = make("section", { id: job.name, hidden: true, "aria-labelledby": `${job.name}-heading` },
    make("h2", { id: `${job.name}-heading`, tabindex: -1 }, t(job.heading)), make("p", { class: "about" }, t(job.about)),
    form, progressing, place);
  followKind(fields, all);

  const mark = (name, text) => {
    const marked = fields.find((each) => each.name === name);
    const details = marked?.element.closest("details");
    if (details) details.open = true;
    marked?.mark(text);
  };

  const work = async (chosen) => {
    const values = {};
    const files = [];
    for (const each of fields) {
      each.mark("");
      if (each.element.hidden) continue;
      const { value, files: more } = each.read();
      values[each.name] = value;
      files.push(...more.map((file) => ({ field: each.name, file })));
    }
    clear(place);
    const progress = make("progress", { max: chosen.length, value: chosen.length > 1 ? 0 : null, "aria-label": t("Progress") });
    const told = make("span");
    progressing.replaceChildren(progress, told, button(t("Stop"), stop));
    progressing.hidden = false;
    const count = { fine: 0, refused: 0 };
    let last;
    try {
      for (const [at, book] of chosen.entries()) {
        const name = book?.name ?? "";
        const now = chosen.length > 1
          ? t("{number} of {all}: {file}", { number: at + 1, all: chosen.length, file: name }) : name || t(job.heading);
        put(told, now);
        say(t("Working: {now}", { now }));
        const answer = await answered(job, values, book ? [{ field: "", file: book }, ...files] : files, all);
        count[answer.refused ? "refused" : "fine"]++;
        last = answer.refused ? t("Refused: {reason}", { reason: answer.refused }) : t("Done.");
        if (answer.refused && answer.field) mark(answer.field, answer.refused);
        if (!answer.field || book) place.append(result(answer, name)); // else it stands at its field
        if (chosen.length > 1) progress.value = at + 1;
      }
      say(chosen.length > 1 ? outcome(count) : last);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      place.append(make("article", { class: "result refused" }, make("h3", {}, t("Stopped")), make("p", {}, t("The rest was not done."))));
      say(t("Stopped."));
    } finally {
      progressing.hidden = true;
      progressing.replaceChildren();
    }
    const made = place.querySelectorAll("a.save");
    if (made.length === 1 && chosen.length === 1 && job.saves) made[0].click();
    if (made.length > 1) place.prepend(make("p", {}, button(t("Save all {count} files", { count: made.length }), () => saveAll(place))));
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (working) return;
    const chosen = books ? [...books.input.files] : [null];
    if (books) {
      books.error.hidden = chosen.length > 0;
      books.input.toggleAttribute("aria-invalid", !chosen.length);
      if (!chosen.length) return books.input.focus();
    }
    working = send.disabled = true;
    try {
      await work(chosen);
    } finally {
      working = send.disabled = false;
    }
  });
  return { element, drop: (list) => books && (books.input.files = list) };
};
