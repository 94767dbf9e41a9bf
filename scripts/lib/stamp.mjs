import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./paths.mjs";

/**
 * Every file under the given paths, sorted; what doesn't exist has none.
 * @param {string[]} paths
 * @returns {string[]}
 */
export function filesUnder(...paths) {
  return paths.flatMap((path) => {
    if (!existsSync(path)) return [];
    if (statSync(path).isFile()) return [path];
    return filesUnder(
      ...readdirSync(path)
        .sort()
        .map((name) => join(path, name)),
    );
  });
}

/**
 * One hash over names and contents. A missing file counts as such, so that deleting one changes the hash.
 * @param {string[]} paths
 */
export function hashOf(...paths) {
  const hash = createHash("sha256");
  for (const path of filesUnder(...paths)) {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** @param {string | Buffer} text */
export const hashText = (text) => createHash("sha256").update(text).digest("hex");

/** @param {string} path */
export const readStamp = (path) => (existsSync(path) ? readFileSync(path, "utf8").trim() : "");

/**
 * @param {string} path
 * @param {string} value
 */
export function writeStamp(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${value}\n`);
}

/** @param {string} path */
export const dropStamp = (path) => rmSync(path, { force: true });
