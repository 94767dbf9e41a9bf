import { existsSync } from "node:fs";
import { isInstalled } from "./installed.mjs";
import { linkPackages } from "./linked-packages.mjs";
import { mainWorktree } from "./main-worktree.mjs";
import { npmCi } from "./npm.mjs";
import { inRoot, root } from "./paths.mjs";
import { done, Problem } from "./report.mjs";

export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Problem(
    `Node ${process.versions.node} is too old: 20.19 or newer is needed. Install a current Node from nodejs.org.`,
  );
}

/** @type {Promise<void> | undefined} */
let required;

/** Installs the npm packages where they are not what the lock file asks for; once in a process, whoever asks. */
export function requireNpmPackages() {
  required ??= installWhatIsMissing();
  return required;
}

async function installWhatIsMissing() {
  requireNode();
  if (!existsSync(inRoot("package-lock.json"))) {
    throw new Problem("package-lock.json is missing: git checkout package-lock.json");
  }
  if (isInstalled(root)) return;
  const main = mainWorktree(root);
  // Another process may have been faster.
  if (main !== undefined && (linkPackages(main, root) || isInstalled(root))) {
    done(`npm packages, linked to those of ${main}`);
    return;
  }
  await npmCi("npm packages", "10 to 30 s", root);
}
