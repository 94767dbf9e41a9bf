import { existsSync, readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { step } from "./report.mjs";
import { run } from "./run.mjs";
import { hashOf, readStamp, writeStamp } from "./stamp.mjs";

const folder = inRoot("tests", "bench");
const lock = inRoot("tests", "bench", "package-lock.json");
const stamp = inRoot("tests", "bench", "node_modules", ".bench-stamp");

/** Installs what the benchmarks compare with. Only they need it, so no other command downloads it. */
export async function requirePeers() {
  if (readStamp(stamp) === hashOf(lock)) return;
  await step("what is compared, from npm", "20 s", () => {
    const npm = process.env.npm_execpath;
    const [command, args] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
    return run(command, args, {
      cwd: folder,
      // Some want a newer Node: they run in the browser here.
      env: { npm_config_engine_strict: "false" },
      advice: "npm ci failed in tests/bench. Check that npm reaches its registry, then try again.",
    });
  });
  writeStamp(stamp, hashOf(lock));
}

/** The versions that are compared, by package. @returns {Record<string, string>} */
export function peerVersions() {
  const manifest = JSON.parse(readFileSync(inRoot("tests", "bench", "package.json"), "utf8"));
  return existsSync(lock) ? manifest.dependencies : {};
}
