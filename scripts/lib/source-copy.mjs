import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { inRoot } from "./paths.mjs";
import { run } from "./run.mjs";
import { filesUnder } from "./stamp.mjs";

/**
 * Brings a copy of the sources up to date: of the files that git knows or does not ignore, committed or not. A file with the
 * same content keeps its time, so cargo compiles only what differs. Other folders of the copy, such as target, are left alone.
 * @param {string} copy a folder
 */
export async function copySources(copy) {
  const { stdout } = await run("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    advice: "The sources could not be listed: is this a clone?",
  });
  // A deleted file is still listed.
  const isThere = (/** @type {string} */ file) =>
    file !== "" && statSync(inRoot(file), { throwIfNoEntry: false })?.isFile();
  const sources = new Set(stdout.split("\0").filter(isThere));
  const folders = new Set([...sources].filter((file) => file.includes("/")).map(firstPart));
  for (const path of filesUnder(...[...folders].map((folder) => join(copy, folder)))) {
    if (!sources.has(relative(copy, path).replaceAll("\\", "/"))) rmSync(path);
  }
  for (const file of sources) {
    const [from, to] = [inRoot(file), join(copy, file)];
    if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
}

/** @param {string} path */
const firstPart = (path) => path.split("/", 1)[0] ?? "";
