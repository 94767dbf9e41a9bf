import { existsSync, readFileSync } from "node:fs";
import { withoutServices } from "./no-services.mjs";
import { run, tryRun, which } from "./run.mjs";

/** Whether apt-get can be used without asking anybody: a container or a CI machine, not someone's laptop. */
export function canUseApt() {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !which("apt-get")) return false;
  if (!existsSync("/etc/os-release")) return false;
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}

const wait = ["-o", "DPkg::Lock::Timeout=120"];
const env = { DEBIAN_FRONTEND: "noninteractive" };
let updated = false;

/** The end of the last command: suites run side by side, and apt-get runs once at a time. */
let turn = Promise.resolve();

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
function inTurn(work) {
  const result = turn.then(work);
  turn = result.then(
    () => {},
    () => {},
  );
  return result;
}

/**
 * Installs Debian packages, without starting their services. It never removes one: `rustc-web` replaces `rustc`, and that is the owner's decision.
 * @param {string[]} packages
 * @param {string} advice
 */
export function aptInstall(packages, advice) {
  return inTurn(async () => {
    await update(advice);
    const install = ["install", "-y", "--no-install-recommends", "--no-remove", ...packages];
    await withoutServices(() => run("apt-get", [...wait, ...install], { env, advice }));
  });
}

/**
 * Returns true if apt knows a package of this name.
 * @param {string} name
 */
export async function hasAptPackage(name) {
  await inTurn(() => update("apt-get update failed."));
  return (await tryRun("apt-cache", ["show", name])).code === 0;
}

/** @param {string} advice */
async function update(advice) {
  if (!updated) await run("apt-get", [...wait, "update"], { env, advice });
  updated = true;
}
