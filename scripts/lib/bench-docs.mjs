import { readFileSync, writeFileSync } from "node:fs";
import { circumstancesLine, tableLines } from "./bench-report.mjs";
import { inRoot } from "./paths.mjs";

/** @typedef {import("../../tests/bench/lib/suite.js").SuiteResult} SuiteResult */

const guide = inRoot("docs", "benchmarks.md");

/**
 * Puts a run's tables into docs/benchmarks.md, where it says `<!-- bench:<suite> -->` … `<!-- /bench:<suite> -->`. A suite that did
 * not run keeps its tables.
 * @param {Parameters<typeof circumstancesLine>[0]} facts
 * @param {Record<string, SuiteResult>} results
 */
export function fillGuide(facts, results) {
  let text = readFileSync(guide, "utf8");
  for (const [name, { tables }] of Object.entries(results)) {
    const chosen = tables.some(({ isTypical }) => isTypical)
      ? tables.filter(({ isTypical }) => isTypical)
      : tables;
    const body = [circumstancesLine(facts), ...chosen.flatMap(tableLines).map(narrow)];
    text = between(text, `bench:${name}`, body.join("\n\n"));
  }
  writeFileSync(guide, text);
}

/**
 * @param {string} text
 * @param {string} mark
 * @param {string} body
 */
function between(text, mark, body) {
  const [open, close] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from + open.length)}\n\n${body}\n\n${text.slice(to)}`;
}

/** A table without the spaces that line its columns up. @param {string} block */
function narrow(block) {
  return block.replace(/ +\|/g, " |").replace(/\| +/g, "| ").replace(/-{3,}/g, "---");
}
