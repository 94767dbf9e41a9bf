import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(fileURLToPath(new URL("../..", import.meta.url)));

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts);

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
