/**
 * A linked worktree takes over compiled crates of its own repository, by content. Cargo compiles a small workspace for wasm32 here, and
 * the modules run: whatever was taken over, each computes what the sources of its worktree say.
 */
import { execFile } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { after, before } from "node:test";
import { promisify } from "node:util";
import { recordUnits } from "../../scripts/lib/own-units.mjs";
import { cargoTargetOf } from "../../scripts/lib/paths.mjs";
import { filesUnder } from "../../scripts/lib/stamp.mjs";
import { wasmEnv } from "../../scripts/lib/wasm-target.mjs";
import { takeProfile } from "../../scripts/lib/worktree.mjs";
import { expect, test } from "../node/test.js";

const target = "wasm32-unknown-unknown";
const profile = join(target, "release");

const manifest = (name: string, more = "") =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2024"\n${more}`;
const exported = (value: string) =>
  `#[unsafe(no_mangle)]\npub extern "C" fn value() -> i32 { ${value} }\n`;

/** Two modules: `tool`, which has the core in it, and `lone`, which has not. */
const sources = {
  "Cargo.toml": `[workspace]\nmembers = ["crates/*"]\n${manifest("core-lib")}`,
  "src/lib.rs": "mod part;\npub fn value() -> i32 { part::value() }\n",
  "src/part.rs": 'pub fn value() -> i32 { include_str!("part of it.txt").len() as i32 }\n',
  "src/part of it.txt": "one",
  "crates/tool/Cargo.toml": manifest("tool", '[dependencies]\ncore-lib = { path = "../.." }\n'),
  "crates/tool/src/lib.rs": exported("core_lib::value() + 10"),
  "crates/lone/Cargo.toml": manifest("lone"),
  "crates/lone/src/lib.rs": exported("7"),
};

let folder: string;
const worktrees: string[] = [];
/** A worktree whose crates are compiled and recorded. */
let main: string;

before(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "ag-ui-lit-units-")));
  main = worktree();
  expect(await build(main)).toEqual({ compiled: ["core_lib", "lone", "tool"], tool: 13, lone: 7 });
});

after(() => {
  for (const each of worktrees) rmSync(cargoTargetOf(each), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

test("where the sources are the same, nothing is compiled", async () => {
  const linked = worktree();
  takeProfile(main, linked, profile);
  expect(await build(linked)).toEqual({ compiled: [], tool: 13, lone: 7 });
});

test("a crate with another source is compiled, and so is what depends on it", async () => {
  const linked = worktree({ "src/part of it.txt": "other" });
  takeProfile(main, linked, profile);
  expect(await build(linked)).toEqual({ compiled: ["core_lib", "tool"], tool: 15, lone: 7 });
});

test("a source that differs counts, however old it is", async () => {
  const linked = worktree({ "crates/lone/src/lib.rs": exported("8") });
  utimesSync(join(linked, "crates/lone/src/lib.rs"), 1, 1);
  takeProfile(main, linked, profile);
  expect(await build(linked)).toEqual({ compiled: ["lone"], tool: 13, lone: 8 });
});

test("a module that is added or removed counts", async () => {
  const added = worktree({
    "src/lib.rs": "mod more;\npub fn value() -> i32 { more::value() }\n",
    "src/more.rs": "pub fn value() -> i32 { 90 }\n",
  });
  takeProfile(main, added, profile);
  expect(await build(added)).toMatchObject({ compiled: ["core_lib", "tool"], tool: 100 });

  const removed = worktree();
  rmSync(join(removed, "src/part.rs"));
  takeProfile(main, removed, profile);
  await expect(build(removed)).rejects.toThrow(/part/);
});

test("a crate is compiled when what it depends on was compiled after it", async () => {
  const changed = { "src/part of it.txt": "other" };
  const half = worktree();
  await build(half, ["tool"]);
  writeFileSync(join(half, "src/part of it.txt"), changed["src/part of it.txt"]);
  expect(await compile(half, "core-lib", "lib")).toEqual(["core_lib"]);
  record(half);
  const linked = worktree(changed);
  takeProfile(half, linked, profile);
  expect(await build(linked, ["tool"])).toEqual({ compiled: ["tool"], tool: 15 });
});

test("a later change of a source is compiled", async () => {
  const linked = worktree();
  takeProfile(main, linked, profile);
  appendFileSync(join(linked, "src/part of it.txt"), " more");
  expect(await build(linked)).toEqual({ compiled: ["core_lib", "tool"], tool: 18, lone: 7 });
});

test("what was compiled counts, not what the main worktree has become since", async () => {
  const file = join(main, "src/part of it.txt");
  const { atime, mtime } = statSync(file);
  writeFileSync(file, "changed");
  try {
    // As after `mv` or `cp -p` of a backup: cargo itself would not see that.
    utimesSync(file, 1, 1);
    record(main);
    const same = worktree();
    takeProfile(main, same, profile);
    expect(await build(same)).toMatchObject({ compiled: [], tool: 13 });

    const changed = worktree({ "src/part of it.txt": "changed" });
    takeProfile(main, changed, profile);
    expect(await build(changed)).toMatchObject({ compiled: ["core_lib", "tool"], tool: 17 });
  } finally {
    writeFileSync(file, sources["src/part of it.txt"]);
    utimesSync(file, atime, mtime);
  }
});

test("a source that was changed while it was compiled is not recorded", async () => {
  const file = "crates/lone/src/lib.rs";
  const edited = worktree();
  await build(edited, ["lone"], () => {
    const { atime, mtime } = statSync(join(edited, file));
    writeFileSync(join(edited, file), exported("8"));
    utimesSync(join(edited, file), atime, mtime);
  });
  const linked = worktree({ [file]: exported("8") });
  takeProfile(edited, linked, profile);
  expect(await build(linked, ["lone"])).toEqual({ compiled: ["lone"], lone: 8 });
});

test("a crate that knows its place is compiled in each worktree", async () => {
  const own = { "crates/lone/src/lib.rs": exported('env!("CARGO_MANIFEST_DIR").len() as i32') };
  const [first, second] = [worktree(own), worktree(own, "in-a-longer-path")];
  const length = async (each: string) => (await build(each, ["lone"])).lone;
  expect(await length(first)).toBe(join(first, "crates/lone").length);
  takeProfile(first, second, profile);
  expect(await length(second)).toBe(join(second, "crates/lone").length);
});

test("a compiled file that cargo is writing is not taken", async () => {
  const writing = worktree();
  await build(writing, ["lone"]);
  writeFileSync(join(cargoTargetOf(writing), profile, "deps/lone.wasm"), "half");
  const linked = worktree();
  takeProfile(writing, linked, profile);
  expect(await build(linked, ["lone"])).toEqual({ compiled: ["lone"], lone: 7 });
});

test("a build in a worktree changes no file of the main one", async () => {
  const filesOfMain = () =>
    filesUnder(cargoTargetOf(main)).map((file) => [
      relative(main, file),
      statSync(file).mtimeMs,
      readFileSync(file, "base64"),
    ]);
  const before = filesOfMain();
  const linked = worktree();
  takeProfile(main, linked, profile);
  for (const text of ["first", "the second"]) {
    writeFileSync(join(linked, "src/part of it.txt"), text);
    writeFileSync(join(linked, "crates/lone/src/lib.rs"), exported(`${text.length}`));
    const { tool, lone } = await build(linked);
    expect([tool, lone]).toEqual([text.length + 10, text.length]);
  }
  expect(filesOfMain()).toEqual(before);
});

/** A worktree with the sources, some of which may differ. */
function worktree(changed: Record<string, string> = {}, name = "worktree"): string {
  const root = join(folder, `${name}-${worktrees.length}`);
  worktrees.push(root);
  // Cargo sees a change by the time of a file, and two writes within a tick of the clock have the same.
  const written = new Date(Date.now() - 60_000);
  for (const [file, text] of Object.entries({ ...sources, ...changed })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    utimesSync(join(root, file), written, written);
  }
  return root;
}

/** Builds a worktree's modules and records it, as `npm run build` does. Returns what cargo compiled, and the modules' values. */
async function build(root: string, modules = ["tool", "lone"], beforeRecord = () => {}) {
  const compiled: string[] = [];
  const values: Record<string, number> = {};
  for (const module of modules) {
    compiled.push(...(await compile(root, module, "cdylib")));
    const wasm = readFileSync(join(cargoTargetOf(root), profile, `${module}.wasm`));
    const { instance } = await WebAssembly.instantiate(wasm);
    values[module] = (instance.exports.value as () => number)();
  }
  beforeRecord();
  record(root);
  return { compiled: compiled.sort(), ...values } as { compiled: string[] } & typeof values;
}

const record = (root: string): void => recordUnits(root, join(cargoTargetOf(root), profile));

/** Has cargo bring a library up to date. Returns what it compiled. */
async function compile(root: string, crate: string, type: "cdylib" | "lib"): Promise<string[]> {
  const env = { ...process.env, ...(await wasmEnv()), CARGO_TARGET_DIR: cargoTargetOf(root) };
  const args = ["rustc", "--quiet", "--offline", "--release", "--target", target, "--lib"];
  args.push("--package", crate, "--crate-type", type, "--message-format", "json");
  const { stdout } = await promisify(execFile)("cargo", args, { cwd: root, env }).catch((error) => {
    throw new Error(error.stdout);
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ reason, fresh }) => reason === "compiler-artifact" && !fresh)
    .map(({ target }) => target.name);
}
