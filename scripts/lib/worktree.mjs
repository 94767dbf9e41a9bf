import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { namesIn } from "./lenient-read.mjs";
import { withLock } from "./lock.mjs";
import { mainWorktree } from "./main-worktree.mjs";
import { crateOf, ownCrates } from "./own-crates.mjs";
import { takeUnits } from "./own-units.mjs";
import { cargoTarget, cargoTargetOf, inRoot, root } from "./paths.mjs";
import { step } from "./report.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

/** The folders of a target folder that cargo compiles into. */
const profiles = [
  ...["debug", "release"],
  ...["wasm32-unknown-unknown/debug", "wasm32-unknown-unknown/release"],
];

/** @type {Promise<void> | undefined} */
let taken;

/**
 * In a linked worktree of git, takes over from the main one the compiled crates of others, those of its own crates whose sources
 * are the same here, and the generated files. So the first build compiles only what differs.
 */
export function takeCompiledCrates() {
  taken ??= takeOnce();
  return taken;
}

async function takeOnce() {
  const main = mainWorktree(root);
  if (main === undefined) return;
  const missing = () =>
    profiles.filter(
      (profile) =>
        !existsSync(join(cargoTarget, profile)) && existsSync(join(cargoTargetOf(main), profile)),
    );
  if (missing().length === 0) return;
  await withLock(join(cargoTarget, "taken.lock"), async () => {
    await step(`compiled crates of ${main}`, "1 s", async () => {
      for (const profile of missing()) {
        takeProfile(main, root, profile);
      }
      takeGenerated(main);
    });
  });
}

/**
 * Takes over others' crates of a profile's folder, and own ones that were compiled from the same sources.
 * @param {string} main
 * @param {string} worktree whose folder appears only when it is whole
 * @param {string} profile
 */
export function takeProfile(main, worktree, profile) {
  const from = join(cargoTargetOf(main), profile);
  const to = join(cargoTargetOf(worktree), profile);
  const part = `${to}.part`;
  rmSync(part, { recursive: true, force: true });
  // First what says that a crate is compiled: what is compiled by then is complete.
  const own = [ownCrates(main), ownCrates(worktree)];
  const units = namesIn(join(from, ".fingerprint")).filter(
    (name) => !own.some((crates) => crates.has(crateOf(name))),
  );
  const ids = new Set(units.map((name) => name.slice(name.lastIndexOf("-") + 1)));
  for (const name of units) take(from, part, join(".fingerprint", name));
  for (const folder of ["build", "deps"]) {
    for (const name of namesIn(join(from, folder))) {
      const [, id = ""] = /-([0-9a-f]{16})(?:\.|$)/.exec(name) ?? [];
      if (ids.has(id)) take(from, part, join(folder, name));
    }
  }
  takeUnits(from, part, worktree);
  if (existsSync(part)) renameSync(part, to);
}

/**
 * Takes over the files generated from the compiled modules; they are generated anew if their stamp does not fit.
 * @param {string} main
 */
function takeGenerated(main) {
  const [from, to] = [join(main, "target", "bindgen"), inRoot("target", "bindgen")];
  if (existsSync(from)) cpSync(from, to, { recursive: true, force: false });
}

/**
 * Takes over the main worktree's package where there is none, with the stamp that tells whether it fits. Returns true if it
 * did.
 * @param {string} main
 * @param {string} worktree
 */
export function takePackage(main, worktree) {
  const [from, to] = [join(main, "pkg"), join(worktree, "pkg")];
  if (existsSync(to) || !existsSync(from)) return false;
  const stamp = readStamp(join(main, "target", "pkg.stamp"));
  cpSync(from, to, { recursive: true });
  writeStamp(join(worktree, "target", "pkg.stamp"), stamp);
  return true;
}

/**
 * The files that rustc makes of another's crate. They are the same in every worktree, since a unit's id covers all its sources, and
 * are replaced when they are made anew. The list of sources (`.d`) is not among them: it is written in place.
 */
const compiled = /^(?:deps\/.|build\/[^/]+\/build[-_]script).*(?<!\.d)$/;

/**
 * Links what rustc made, which takes neither time nor space, and copies cargo's own notes and lists of sources, which are
 * written in place.
 * @param {string} from
 * @param {string} to
 * @param {string} path of a file or folder in both
 */
function take(from, to, path) {
  const source = join(from, path);
  if (statSync(source).isDirectory()) {
    for (const name of readdirSync(source)) take(from, to, join(path, name));
    return;
  }
  const target = join(to, path);
  mkdirSync(dirname(target), { recursive: true });
  if (compiled.test(path.replaceAll("\\", "/")) && isLinked(source, target)) return;
  cpSync(source, target, { preserveTimestamps: true }); // cargo goes by them
}

/**
 * @param {string} source
 * @param {string} target
 */
function isLinked(source, target) {
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false; // on another disk
  }
}
