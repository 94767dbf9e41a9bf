import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { requireNpmPackages } from "./node.mjs";
import { print } from "./output.mjs";

/**
 * Lets one process at a time do `work`; the others wait. `npm start` in one terminal and `npm test` in the next would
 * otherwise write the same files at once.
 * @template T
 * @param {string} path names the lock, which is a folder beside it
 * @param {() => Promise<T>} work
 */
export async function withLock(path, work) {
  // Not at the top: this file is loaded before the packages are installed, and a single suite may begin with a lock.
  await requireNpmPackages();
  const { default: lockfile } = await import("proper-lockfile");
  mkdirSync(dirname(path), { recursive: true });
  const options = {
    realpath: false, // what is locked may not be there yet
    stale: 30_000, // a holder that was killed leaves its lock behind
    onCompromised: () => {}, // a computer that slept: the work goes on
  };
  const retries = { forever: true, minTimeout: 200, maxTimeout: 200 };
  const release = await lockfile.lock(path, options).catch((error) => {
    if (error.code !== "ELOCKED") throw error;
    print("  waiting for another process, which is doing the same work");
    return lockfile.lock(path, { ...options, retries });
  });
  try {
    return await work();
  } finally {
    // Rejects when the lock was compromised: then it is somebody else's.
    await release().catch(() => {});
  }
}
