import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(fileURLToPath(new URL("../..", import.meta.url)));

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts);

/**
 * The folder into which cargo compiles what is in a worktree: its own one, also below a CARGO_TARGET_DIR. Cargo tells by the
 * times of files what is stale, so of two worktrees with one folder it would take the other's code for this one's.
 * @param {string} worktree
 */
export function cargoTargetOf(worktree) {
  const chosen = process.env.CARGO_TARGET_DIR;
  if (!chosen) return join(worktree, "target");
  const id = createHash("sha256").update(worktree).digest("hex").slice(0, 8);
  return resolve(root, chosen, `ag-ui-lit-${id}`);
}

export const cargoTarget = cargoTargetOf(root);

/**
 * Tools that take minutes to build live outside the clone, so that a second clone finds them.
 * @param {string[]} parts
 */
export function inCache(...parts) {
  const base =
    process.env.XDG_CACHE_HOME ||
    (process.platform === "win32" && process.env.LOCALAPPDATA) ||
    join(homedir(), ".cache");
  return join(base, "ag-ui-lit", ...parts);
}

/**
 * A command that an npm package brings. Run with node, it needs no shell and no .cmd file on Windows.
 * @param {string} packageName
 * @param {string} command
 */
export function npmTool(packageName, command) {
  const folder = inRoot("node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[command]);
}
