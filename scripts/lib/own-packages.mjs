import { npmCi } from "./npm.mjs";
import { inRoot } from "./paths.mjs";
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
  // Some want a newer Node, and are not run by this one.
  await npmCi(`${what}, from npm`, "20 s", inRoot(folder), { npm_config_engine_strict: "false" });
  writeStamp(stamp, hashOf(lock));
}
