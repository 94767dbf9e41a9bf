import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// A holder that was killed leaves its file behind, and its process id may be somebody else's by now (in a container
// soon): so a holder also keeps the file's time fresh.
const refreshEvery = 5_000;
const staleAfter = 60_000;

/**
 * Lets one process at a time do `work`; the others wait. `npm start` in one terminal and `npm test` in the next would
 * otherwise write the same files at once.
 * @template T
 * @param {string} path the lock file
 * @param {() => Promise<T>} work
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let told = false; !take(path); ) {
    if (isStale(path)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!told) console.log("  waiting for another process, which is doing the same work");
    told = true;
    await sleep(200);
  }
  const release = () => rmSync(path, { force: true });
  process.once("exit", release);
  const refreshing = setInterval(() => {
    if (existsSync(path)) utimesSync(path, new Date(), new Date());
  }, refreshEvery);
  try {
    return await work();
  } finally {
    clearInterval(refreshing);
    process.off("exit", release);
    release();
  }
}

/** @param {string} path */
function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/** @param {string} path */
function isStale(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > staleAfter) return true;
    const holder = Number(readFileSync(path, "utf8"));
    return holder > 0 && !isAlive(holder);
  } catch {
    return false; // released this very moment
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
