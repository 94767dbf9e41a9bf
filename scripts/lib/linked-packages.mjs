import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { installedNote, isInstalled } from "./installed.mjs";
import { textOf } from "./lenient-read.mjs";

/** The files that decide what npm installs. */
const manifests = ["package.json", "package-lock.json", ".npmrc"];

/**
 * Installs a worktree's npm packages as hard links to those of another one, which must have the same manifests and exactly what
 * its lock file asks for. Returns false, and leaves nothing behind, where that cannot be done.
 * @param {string} main
 * @param {string} worktree
 */
export function linkPackages(main, worktree) {
  const to = join(worktree, "node_modules");
  const isSame = manifests.every(
    (file) => textOf(join(main, file)) === textOf(join(worktree, file)),
  );
  if (!isSame || existsSync(to) || !isInstalled(main, { exactly: true })) return false;
  const note = installedNote(main);
  const part = join(worktree, "target", `node_modules-${process.pid}`);
  try {
    linkFolder(dirname(note), part, statSync(note).mtimeMs);
    // Last, and newer than the folders: npm ignores it otherwise. A copy, since npm writes it.
    copyFileSync(note, join(part, basename(note)));
    renameSync(part, to);
    return true;
  } catch {
    return false; // on another disk, or another process was faster
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/**
 * Links what npm installed. Left out are the caches of tools, whose names begin with a dot, and links to other folders, such as the
 * built package's.
 * @param {string} from
 * @param {string} to
 * @param {number} installed a file that was written later is not what npm installed
 */
function linkFolder(from, to, installed) {
  mkdirSync(to, { recursive: true });
  const isPackages = basename(from) === "node_modules";
  const isCommands = basename(from) === ".bin";
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (isPackages && entry.name.startsWith(".") && entry.name !== ".bin") continue;
    if (entry.isDirectory()) linkFolder(source, target, installed);
    else if (entry.isSymbolicLink()) {
      if (isCommands) symlinkSync(readlinkSync(source), target);
    } else if (statSync(source).mtimeMs > installed) throw new Error(`${source} was changed.`);
    else linkSync(source, target);
  }
}
