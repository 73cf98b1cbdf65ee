// The worker: Python in Pyodide, with the parts of the page in place of every address that it would load from.

const FOLDER = "/desk";
const ADDRESS = "page:/"; // of nothing: whatever Pyodide asks for is among the parts
let python, desk;

const blob = (bytes) => URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));

const start = async ({ module, loader, glue, library, lock, app }) => {
  globalThis.fetch = async (address) => {
    if (String(address).endsWith("library.zip")) return new Response(library);
    if (String(address).endsWith(".wasm")) return new Response("", { headers: { "content-type": "application/wasm" } });
    throw new TypeError(`there is no ${address} in this page`);
  };
  globalThis.importScripts = undefined; // the policy would refuse it, and Pyodide tries it to see where it is
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module,
    instance: await WebAssembly.instantiate(module, imports),
  });
  const { loadPyodide } = await import(blob(loader));
  const { default: createPyodideModule } = await import(blob(glue));
  python = await loadPyodide({
    createPyodideModule,
    indexURL: ADDRESS,
    lockFileContents: JSON.parse(new TextDecoder().decode(lock)),
    stdLibURL: `${ADDRESS}library.zip`,
    env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1" },
  });
  python.unpackArchive(app, "zip", { extractDir: "/app" });
  python.FS.mkdirTree("/given");
  python.runPython("import sys; sys.path.insert(0, '/app')");
  desk = python.pyimport("xlvp.page.desk");
};

const answer = (job, values, files) => {
  const placed = files.map(({ field, name, bytes }, place) => {
    const path = `/given/${place}`;
    python.FS.writeFile(path, bytes, { canOwn: true });
    return { field, name, path };
  });
  const told = JSON.parse(desk.do(JSON.stringify({ job, values, files: placed }), FOLDER));
  const made = told.files.map((name) => ({ name, bytes: python.FS.readFile(`${FOLDER}/${name}`) }));
  desk.empty(FOLDER);
  return { ...told, files: made };
};

onmessage = async ({ data }) => {
  if (data.module) {
    try {
      await start(data);
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ failed: String(error) });
    }
    return;
  }
  try {
    const told = answer(data.job, data.values, data.files);
    postMessage({ id: data.id, ...told }, told.files.map((file) => file.bytes.buffer));
  } catch (error) {
    postMessage({ id: data.id, broken: String(error) }); // Python itself has ended, as when the memory is full
  }
};
