import { join } from "node:path";
import { namesIn, textOf } from "./lenient-read.mjs";

/**
 * The crates of a repository, with their folders from its root, which end with a slash.
 * @param {string} root
 * @returns {Map<string, string>}
 */
export function ownCrates(root) {
  const folders = ["", ...foldersIn(root, "crates"), ...foldersIn(root, "examples")];
  return new Map(
    folders.flatMap((folder) => {
      const [, name] = /^name = "(.+)"$/m.exec(textOf(join(root, folder, "Cargo.toml"))) ?? [];
      return name === undefined ? [] : [[name, folder]];
    }),
  );
}

/**
 * @param {string} root
 * @param {string} parent
 */
const foldersIn = (root, parent) => namesIn(join(root, parent)).map((name) => `${parent}/${name}/`);

/** The crate of a unit of cargo, which is named by the crate and an id. @param {string} unit */
export const crateOf = (unit) => unit.slice(0, unit.lastIndexOf("-"));
