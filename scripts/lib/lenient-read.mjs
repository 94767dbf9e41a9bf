import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A file's text, or "" where there is no file. @param {string} path */
export function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The names in a folder, none where there is no folder. @param {string} folder */
export const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
