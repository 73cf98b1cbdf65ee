// Runs pyodide_host.py in Pyodide, driven by requests on standard input: node pyodide_run.mjs PYODIDE HOST PACKAGE...
//
// A request is a line of JSON with the name of a function of the host under "do" and its arguments; the reply is a
// line with its "result", or with the "error" in words. The first line, before any request, says that Python is ready.
// What JSON says stays as JavaScript has it (null is no None), since that is how Office.js hands over cells.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const reply = (content) => process.stdout.write(JSON.stringify(content) + "\n");

const start = async (pyodide, hostFile, packages) => {
  const { loadPyodide } = await import(pathToFileURL(pyodide).href);
  const python = await loadPyodide({
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
    stdout: console.error,
    stderr: console.error,
  });
  for (const folder of packages) {
    python.FS.mkdirTree(`/packages/${basename(folder)}`);
    python.mountNodeFS(`/packages/${basename(folder)}`, folder);
  }
  python.FS.writeFile(`/packages/${basename(hostFile)}`, readFileSync(hostFile));
  python.runPython("import sys, warnings; sys.path.insert(0, '/packages'); warnings.simplefilter('error')");
  return python.pyimport(basename(hostFile, ".py"));
};

try {
  const [pyodide, hostFile, ...packages] = process.argv.slice(2);
  const host = await start(pyodide, hostFile, packages);
  reply({ result: null });
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    try {
      reply({ result: host[request.do](...request.arguments) ?? null });
    } catch (error) {
      reply({ error: error.message });
    }
  }
} catch (error) {
  reply({ error: error.message });
}
process.exit();
