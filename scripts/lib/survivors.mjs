import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** @typedef {import("./mutants.mjs").Outcome} Outcome */

/**
 * A change that no native test notices, and why that may be so.
 * @typedef {object} Survivor
 * @property {string} line
 * @property {string} change
 * @property {string} reason
 */

export const listFile = "tests/native/survivors.json";

/**
 * By file. The line of the code stands for the place, whose number would change with every other change.
 * @returns {Record<string, Survivor[]>}
 */
export function acceptedSurvivors() {
  return JSON.parse(readFileSync(inRoot(listFile), "utf8"));
}

/**
 * The row of a folder, and what is wrong with it: changes that nothing notices and that are not listed, and entries that do not
 * apply.
 * @param {string} folder
 * @param {Outcome[]} outcomes
 * @param {Record<string, Survivor[]>} accepted
 * @param {boolean} isWhole whether all of the folder's changes were tried
 */
export function judge(folder, outcomes, accepted, isWhole) {
  const of = (/** @type {Outcome["result"]} */ result) =>
    outcomes.filter((outcome) => outcome.result === result);
  const [caught, missed, timeouts] = [of("caught"), of("missed"), of("timeout")];
  const isListed = (/** @type {Outcome} */ outcome) =>
    accepted[outcome.file]?.some((entry) => isOf(entry, outcome)) ?? false;
  const unlisted = missed.filter((outcome) => !isListed(outcome));
  const wrong = unlisted.map(
    ({ place, line, change }) => `missed  ${place}: ${change}\n        ${line}`,
  );
  if (isWhole) {
    for (const [file, entries] of Object.entries(accepted)) {
      if (file !== folder && !file.startsWith(`${folder}/`)) continue;
      for (const entry of entries) {
        if (missed.some((outcome) => outcome.file === file && isOf(entry, outcome))) continue;
        wrong.push(`stale   ${file}: ${entry.change}\n        ${entry.line}`);
      }
    }
  }
  const noticed = caught.length + timeouts.length;
  const counted = noticed + missed.length;
  const score = counted ? `${((100 * noticed) / counted).toFixed(1)} %` : "–";
  const row = [
    outcomes.length,
    caught.length,
    missed.length,
    missed.length - unlisted.length,
    of("unviable").length,
    timeouts.length,
  ];
  return { row: [...row.map(String), score], wrong };
}

/**
 * @param {Survivor} entry
 * @param {Outcome} outcome
 */
function isOf(entry, outcome) {
  return entry.line === outcome.line && entry.change === outcome.change;
}
