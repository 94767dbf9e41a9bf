import { existsSync, readFileSync } from "node:fs";
import { run, which } from "./run.mjs";

/** Whether apt-get can be used without asking anybody: a container or a CI machine, not someone's laptop. */
export function canUseApt() {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !which("apt-get")) return false;
  if (!existsSync("/etc/os-release")) return false;
  return /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}

const wait = ["-o", "DPkg::Lock::Timeout=120"];
let updated = false;

/**
 * Installs Debian packages. It never removes one: `rustc-web` replaces `rustc`, and that is the owner's decision.
 * @param {string[]} packages
 * @param {string} advice
 */
export async function aptInstall(packages, advice) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  if (!updated) await run("apt-get", [...wait, "update"], { env, advice });
  updated = true;
  const install = ["install", "-y", "--no-install-recommends", "--no-remove", ...packages];
  await run("apt-get", [...wait, ...install], { env, advice });
}
