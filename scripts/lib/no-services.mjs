import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** The program that Debian asks before a package's service is started. */
const policyFile = "/usr/sbin/policy-rc.d";

/** Recognised by its text if a run that was killed has left it behind. 101: not allowed. */
const policy =
  "#!/bin/sh\n# Of ag-ui-lit's setup, for the time of an install: no service is started.\nexit 101\n";

/**
 * Installs packages without starting their services: tests start databases of their own. A policy that the machine
 * already has stays as it is.
 * @template T
 * @param {() => Promise<T>} install
 * @returns {Promise<T>}
 */
export async function withoutServices(install, file = policyFile) {
  if (existsSync(file) && readFileSync(file, "utf8") !== policy) return install();
  const remove = () => rmSync(file, { force: true });
  process.once("exit", remove);
  try {
    writeFileSync(file, policy, { mode: 0o755 });
    return await install();
  } finally {
    remove();
    process.off("exit", remove);
  }
}
