// Calls another package: node ask.cjs NAME FOLDER, then requests as benchmarks/peers/compare.py makes them.
//
// For each function that a package has: how the cells of xlvp become its arguments, which is not measured, and the
// call. `answers` returns what it gives for every cell, `seconds` how long all of the calls take once.

const { createInterface } = require("node:readline");
const { join } = require("node:path");

const [name, folder] = process.argv.slice(2);
const load = (path) => require(join(folder, "node_modules", path));
const STRAINS = ["C", "D", "H", "S", "NT"];
const RISKS = ["", "X", "XX"];

const packages = {
  "bridge-scoring": () => {
    const { imps, score, victorypoints } = load("bridge-scoring");
    return {
      imps: [(diff) => [diff], imps.scoreToImps],
      contracts: [
        ([level, strain, risk, tricks, vulnerable]) => [
          level - 1, STRAINS.indexOf(strain), RISKS.indexOf(risk), 0, vulnerable ? 1 : 0, tricks - 6 - level,
        ],
        score.score,
      ],
      wbf: [(cell) => cell, (margin, boards) => victorypoints.impsToVictoryPoints(margin, boards)[0]],
    };
  },
  "bridge-scorer": () => {
    const { contractTricks } = load("bridge-scorer");
    return {
      imps: [(diff) => [diff], load("bridge-scorer/lib/imps").toImps],
      contracts: [
        ([level, denomination, risk, tricks, vulnerable]) => [{ level, denomination, risk }, vulnerable, tricks],
        contractTricks,
      ],
    };
  },
};

const functions = packages[name]();
let prepared = [];
let call = null;
let last;

const answer = (cell) => {
  try {
    return call(...cell);
  } catch {
    return null; // it refuses
  }
};

const requests = {
  prepare: ({ what, cells }) => {
    const [convert, theirs] = functions[what];
    call = theirs;
    prepared = cells.map(convert);
    return prepared.map(answer);
  },
  seconds: () => {
    const start = process.hrtime.bigint();
    for (const cell of prepared) last = call(...cell);
    return Number(process.hrtime.bigint() - start) / 1e9;
  },
};

const reply = (content) => process.stdout.write(JSON.stringify(content) + "\n");
reply({ result: null });
createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  reply({ result: requests[request.do](request) });
});
