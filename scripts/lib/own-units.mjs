/**
 * Compiled crates of this repository, for its other worktrees. Cargo judges by the times of files, which say nothing about the
 * sources of another worktree. So each build records the hashes of the sources that a crate was compiled from, and of the files
 * that it was compiled into. A worktree takes over a crate only when its own sources and the compiled files have these hashes.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, posix } from "node:path";
import { namesIn } from "./lenient-read.mjs";
import { crateOf, ownCrates } from "./own-crates.mjs";
import { hashText } from "./stamp.mjs";

/**
 * A unit of cargo: a library as it was compiled with some features.
 * @typedef {object} Unit
 * @property {string} folder of cargo's notes about it
 * @property {string} depInfo cargo's list of its sources. Cargo takes a source for changed when it is newer than this file
 * @property {string} rules rustc's list of its sources and of the files that it wrote
 * @property {string} main the source that all others are found from
 */

/**
 * Paths and hashes. Paths of sources are from the root, paths of files from the folder of the profile.
 * @typedef {object} UnitRecord
 * @property {number} compiled the time of `depInfo`: when the compiler was started
 * @property {string} depInfo
 * @property {Record<string, string>} sources
 * @property {Record<string, string>} files
 */

/** @param {string} profile */
const recordFile = (profile) => join(profile, "own-units.json");

/**
 * Records the compiled libraries of the repository in a profile's folder, after cargo has brought it up to date.
 * @param {string} root
 * @param {string} profile
 */
export function recordUnits(root, profile) {
  const before = readRecords(profile);
  /** @type {Record<string, UnitRecord>} */
  const records = {};
  for (const [name, unit] of unitsIn(root, profile)) {
    const compiled = statSync(join(profile, unit.depInfo)).mtimeMs;
    // A record is made once, right after compiling: later contents of a source are not what was compiled.
    const known = before[name]?.compiled === compiled ? before[name] : undefined;
    const record = known ?? recordOf(root, profile, unit, compiled);
    if (record) records[name] = record;
  }
  if (Object.keys(records).length === 0) return;
  const part = `${recordFile(profile)}.part`;
  writeFileSync(part, JSON.stringify(records));
  renameSync(part, recordFile(profile));
}

/**
 * Copies the recorded units whose sources a worktree has. They are copied, never linked: a compiler may write in place.
 * @param {string} from a profile's folder of another worktree
 * @param {string} to
 * @param {string} root of the worktree
 */
export function takeUnits(from, to, root) {
  for (const { depInfo, sources, files } of Object.values(readRecords(from))) {
    const own = filesIfSame(root, sources);
    const compiled = own && filesIfSame(from, files);
    if (!compiled) continue;
    for (const { path, content, mode, mtime } of compiled) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      writeFileSync(join(to, path), content);
      chmodSync(join(to, path), mode);
      utimesSync(join(to, path), mtime, mtime); // cargo compares it with that of what the crate depends on
    }
    // As if compiled right after the sources were written: a later change of one is newer.
    const newest = Math.max(...own.map(({ mtimeMs }) => mtimeMs));
    const time = new Date(Math.ceil(newest) + 1);
    utimesSync(join(to, depInfo), time, time);
  }
}

/**
 * @param {string} profile
 * @returns {Record<string, UnitRecord>}
 */
function readRecords(profile) {
  try {
    return JSON.parse(readFileSync(recordFile(profile), "utf8"));
  } catch {
    return {};
  }
}

/**
 * The libraries that cargo has compiled, by the names of their units.
 * @param {string} root
 * @param {string} profile
 * @returns {Map<string, Unit>}
 */
function unitsIn(root, profile) {
  const crates = ownCrates(root);
  /** @type {Map<string, Unit>} */
  const units = new Map();
  /** The last unit that wrote to a file without an id in its name. @type {Map<string, { name: string, time: number }>} */
  const last = new Map();
  for (const name of namesIn(join(profile, ".fingerprint"))) {
    const crate = crateOf(name);
    const crateFolder = crates.get(crate);
    const library = crate.replaceAll("-", "_");
    const folder = posix.join(".fingerprint", name);
    const depInfo = posix.join(folder, `dep-lib-${library}`);
    if (crateFolder === undefined || !existsSync(join(profile, depInfo))) continue;
    const main = `${crateFolder}src/lib.rs`;
    const withId = posix.join("deps", `${library}${name.slice(crate.length)}.d`);
    const rules = existsSync(join(profile, withId)) ? withId : posix.join("deps", `${library}.d`);
    const time = statSync(join(profile, depInfo)).mtimeMs;
    const other = last.get(rules);
    if (other && other.time > time) continue;
    if (other) units.delete(other.name);
    last.set(rules, { name, time });
    units.set(name, { folder, depInfo, rules, main });
  }
  return units;
}

/**
 * The record of a unit; undefined for one that other sources, or another place, might compile differently.
 * @param {string} root
 * @param {string} profile
 * @param {Unit} unit
 * @param {number} compiled
 * @returns {UnitRecord | undefined}
 */
function recordOf(root, profile, { folder, depInfo, rules, main }, compiled) {
  if (!existsSync(join(profile, rules))) return undefined;
  const { sources, written, variables } = readRules(join(profile, rules));
  const isOfPlace = variables.length > 0 || sources.some((source) => isAbsolute(source));
  if (isOfPlace || !sources.includes(main)) return undefined;
  if (sources.some((source) => isChangedSince(compiled, join(root, source)))) return undefined;
  const notes = namesIn(join(profile, folder)).map((name) => posix.join(folder, name));
  const outputs = written.map((path) => posix.join("deps", posix.basename(path)));
  return {
    ...{ compiled, depInfo },
    sources: hashes(root, sources),
    files: hashes(profile, [
      ...notes,
      ...outputs.filter((path) => existsSync(join(profile, path))),
    ]),
  };
}

/**
 * Reads the makefile in which rustc lists what it read and wrote, and the variables of the environment that are in the code.
 * @param {string} file
 */
function readRules(file) {
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const paths = (/** @type {RegExp} */ line) => lines.flatMap((text) => line.exec(text)?.[1] ?? []);
  const plain = (/** @type {string} */ path) => path.replaceAll("\\ ", " ").replaceAll("\\", "/");
  return {
    written: paths(/^([^#].*?): /).map(plain),
    sources: paths(/^([^#].*):$/).map(plain),
    variables: paths(/^# env-dep:(.+)$/),
  };
}

/**
 * Returns true if a file was written, renamed or replaced after a time. A replacement may keep the time of its content.
 * @param {number} time
 * @param {string} file
 */
function isChangedSince(time, file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return !stats || stats.mtimeMs > time || stats.ctimeMs > time;
}

/**
 * Files with their contents; undefined if one is missing or has another content, as it has while cargo writes it.
 * @param {string} folder
 * @param {Record<string, string>} hashes
 */
function filesIfSame(folder, hashes) {
  const files = [];
  for (const [path, hash] of Object.entries(hashes)) {
    // The time comes first: a change between both is newer then.
    const stats = statSync(join(folder, path), { throwIfNoEntry: false });
    if (!stats?.isFile()) return undefined;
    const content = readFileSync(join(folder, path));
    if (hashText(content) !== hash) return undefined;
    files.push({ path, content, mode: stats.mode, mtime: stats.mtime, mtimeMs: stats.mtimeMs });
  }
  return files;
}

/**
 * @param {string} folder
 * @param {string[]} paths
 */
const hashes = (folder, paths) =>
  Object.fromEntries(paths.map((path) => [path, hashText(readFileSync(join(folder, path)))]));
