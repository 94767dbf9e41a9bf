import { basename, dirname, join, resolve } from "node:path";
import { textOf } from "./lenient-read.mjs";

/**
 * The main worktree of a linked one of git, or undefined.
 * @param {string} worktree
 */
export function mainWorktree(worktree) {
  const [, folder] = /^gitdir: (.+)$/m.exec(textOf(join(worktree, ".git"))) ?? [];
  if (folder === undefined) return undefined;
  const common = textOf(join(resolve(worktree, folder), "commondir")).trim();
  if (common === "") return undefined; // a submodule
  const repository = resolve(worktree, folder, common);
  return basename(repository) === ".git" ? dirname(repository) : undefined; // a bare repository has none
}
