// Python behind the page: one worker that does one job after the other. The parts stay here, for another worker when
// a job is stopped.

const NAMES = ["loader", "glue", "wasm", "library", "lock", "app", "worker"];

let parts; // a promise of what a worker needs
let worker; // the one at work
let starting; // a promise that it is ready
let number = 0;
const waiting = new Map();

const packed = (name) => {
  const element = document.getElementById(`part-${name}`);
  const text = element.textContent;
  element.remove();
  return text;
};

const decoded = (text) => {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
};

const unpacked = async (name) => {
  const stream = new Blob([decoded(packed(name))]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

const prepare = async () => {
  const ready = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await unpacked(name)])));
  const module = await WebAssembly.compile(ready.wasm);
  const code = URL.createObjectURL(new Blob([ready.worker], { type: "text/javascript" }));
  const { loader, glue, library, lock, app } = ready;
  return { code, given: { module, loader, glue, library, lock, app } };
};

const failAll = (reason) => {
  for (const { failed } of waiting.values()) failed(reason);
  waiting.clear();
};

// Start a worker; the promise is kept when Python is ready in it.
export const start = () => {
  parts ??= prepare();
  starting = parts.then(({ code, given }) => new Promise((ready, failed) => {
    worker = new Worker(code); // a classic one: Chromium refuses modules from blobs in a page from the disk
    worker.onerror = (event) => {
      failed(new Error(event.message));
      failAll(new Error(event.message));
    };
    worker.onmessage = ({ data }) => {
      if (data.ready) return ready();
      if (data.failed) return failed(new Error(data.failed));
      const job = waiting.get(data.id);
      waiting.delete(data.id);
      data.broken ? job?.failed(new Error(data.broken)) : job?.done(data);
    };
    worker.postMessage(given);
  }));
  starting.catch(() => {}); // whoever waits for it is told
  return starting;
};

export class Stopped extends Error {}
export class Broken extends Error {}

// Do a job; files are { field, name, bytes }. After a failure of the worker itself another takes its place.
export const run = async (job, values, files) => {
  const id = ++number;
  const answered = new Promise((done, failed) => waiting.set(id, { done, failed }));
  starting.then(
    () => waiting.has(id) && worker.postMessage({ id, job, values, files }, files.map((file) => file.bytes.buffer)),
    (error) => waiting.get(id)?.failed(error),
  );
  try {
    return await answered;
  } catch (error) {
    if (error instanceof Stopped) throw error;
    waiting.delete(id);
    restart();
    throw new Broken(error.message);
  }
};

const restart = () => {
  worker?.terminate();
  return start();
};

// End the job that is being done.
export const stop = () => {
  failAll(new Stopped());
  return restart();
};
