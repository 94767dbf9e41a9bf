import { inRoot } from "./paths.mjs";
import { step } from "./report.mjs";
import { run } from "./run.mjs";
import { hashOf, readStamp, writeStamp } from "./stamp.mjs";

/**
 * Installs the npm packages of a folder with a manifest of its own: those that one command needs and no other should
 * download.
 * @param {string} folder from the repository's root
 * @param {string} what
 */
export async function requirePackagesOf(folder, what) {
  const lock = inRoot(folder, "package-lock.json");
  const stamp = inRoot(folder, "node_modules", ".installed");
  if (readStamp(stamp) === hashOf(lock)) return;
  await step(`${what}, from npm`, "20 s", () => {
    const npm = process.env.npm_execpath;
    const [command, args] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
    return run(command, args, {
      cwd: inRoot(folder),
      // Some want a newer Node, and are not run by this one.
      env: { npm_config_engine_strict: "false" },
      advice: `npm ci failed in ${folder}. Check that npm reaches its registry, then try again.`,
    });
  });
  writeStamp(stamp, hashOf(lock));
}
