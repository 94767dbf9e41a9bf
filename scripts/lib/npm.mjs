import { step } from "./report.mjs";
import { run } from "./run.mjs";

/**
 * Installs what a lock file names.
 * @param {string} what
 * @param {string} duration
 * @param {string} cwd the folder of the lock file
 * @param {NodeJS.ProcessEnv} [env]
 */
export function npmCi(what, duration, cwd, env = {}) {
  // The npm that runs this, where one does: on Windows `npm` alone is no program.
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  const advice = `npm ci failed in ${cwd}. Check that npm reaches its registry, then run it there by hand: npm ci`;
  return step(what, duration, () => run(command, args, { cwd, env, advice }));
}
