import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The file in which npm notes down what it installed. @param {string} root */
export const installedNote = (root) => join(root, "node_modules", ".package-lock.json");

/**
 * Returns true if the last install, whoever ran it, gave what the lock file asks for. It goes by npm's own note.
 * @param {string} root
 * @param {{ exactly?: boolean }} [options] `exactly`: nothing else is installed, and all of it is for this system
 */
export function isInstalled(root, { exactly = false } = {}) {
  const note = installedNote(root);
  if (!existsSync(note)) return false;
  const present = readPackages(note);
  const wanted = readPackages(join(root, "package-lock.json"));
  const isPresent = Object.entries(wanted).every(([path, { version, optional }]) => {
    // Optional ones are for other systems; the entry without a path is the workspace itself.
    return path === "" || optional || present[path]?.version === version;
  });
  if (!isPresent || !exactly) return isPresent;
  return Object.entries(present).every(
    ([path, { version, integrity, os, cpu }]) =>
      wanted[path]?.version === version &&
      wanted[path].integrity === integrity &&
      (os?.includes(process.platform) ?? true) &&
      (cpu?.includes(process.arch) ?? true),
  );
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} Package
 * @param {string} file
 * @returns {Record<string, Package>}
 */
const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
