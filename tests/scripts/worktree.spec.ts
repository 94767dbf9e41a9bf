/** The files that a linked worktree takes over from the main one. Its own crates: `own-units.spec.ts`. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
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
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "node:test";
import { mainWorktree } from "../../scripts/lib/main-worktree.mjs";
import { cargoTargetOf } from "../../scripts/lib/paths.mjs";
import { takePackage, takeProfile } from "../../scripts/lib/worktree.mjs";
import { expect, test } from "../node/test.js";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "ag-ui-lit-worktree-")));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the main worktree of a linked one is found; a main one and a submodule have none", () => {
  const [main, linked] = [join(folder, "main"), join(folder, "linked")];
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      cwd: main,
      stdio: "ignore",
    });
  mkdirSync(main);
  git("init");
  git("commit", "--allow-empty", "--message", "first");
  git("worktree", "add", linked);
  expect(mainWorktree(linked)).toBe(main);
  expect(mainWorktree(main)).toBeUndefined();

  const submodule = join(folder, "submodule");
  mkdirSync(submodule);
  writeFileSync(join(submodule, ".git"), "gitdir: ../main/.git/modules/submodule\n");
  expect(mainWorktree(submodule)).toBeUndefined();
});

test("crates of others are taken with their times; own ones that nobody recorded are not", () => {
  const [main, linked] = [join(folder, "main"), join(folder, "linked")];
  mkdirSync(main);
  writeFileSync(join(main, "Cargo.toml"), '[package]\nname = "ag-ui-lit"\n');
  const tools = join(linked, "crates/toolbox");
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, "Cargo.toml"), '[package]\nname = "ag-ui-lit-toolbox"\n');
  const folderOf = (worktree: string) => join(cargoTargetOf(worktree), "debug");
  const [from, to] = [folderOf(main), folderOf(linked)];
  const hour = new Date(Date.now() - 3_600_000);
  const write = (path: string) => {
    mkdirSync(dirname(join(from, path)), { recursive: true });
    writeFileSync(join(from, path), path);
    utimesSync(join(from, path), hour, hour);
  };
  const [serde, own, toolbox] = ["0123456789abcdef", "1123456789abcdef", "2123456789abcdef"];
  const others = [
    `.fingerprint/serde-${serde}/lib-serde`,
    `build/serde-${serde}/build-script-build`,
    `build/serde-${serde}/root-output`,
    `deps/libserde-${serde}.rlib`,
    `deps/serde-${serde}.d`,
  ];
  const ours = [
    `.fingerprint/ag-ui-lit-${own}/lib-ag_ui_lit`,
    `.fingerprint/ag-ui-lit-toolbox-${toolbox}/lib-ag_ui_lit_toolbox`,
    `deps/libag_ui_lit-${own}.rlib`,
    `deps/ag_ui_lit_toolbox-${toolbox}.wasm`,
    "deps/native-3123456789abcdef",
    "incremental/serde/state",
    "ag_ui_lit.wasm",
  ];
  for (const path of [...others, ...ours]) write(path);

  takeProfile(main, linked, "debug");
  for (const path of others) {
    expect(readFileSync(join(to, path), "utf8")).toBe(path);
    expect(statSync(join(to, path)).mtimeMs, path).toBe(statSync(join(from, path)).mtimeMs);
  }
  expect(ours.filter((path) => existsSync(join(to, path)))).toEqual([]);
  // Notes and lists of sources are written in place: those of one worktree must not be the other's.
  const links = (path: string) => statSync(join(from, path)).nlink;
  expect(others.map(links)).toEqual([1, 2, 1, 2, 1]);
});

test("the package is taken with its stamp, where there is none", () => {
  const [main, linked] = [join(folder, "main"), join(folder, "linked")];
  const write = (root: string, file: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), root);
  };
  expect(takePackage(main, linked)).toBe(false);
  write(main, "pkg/dist/api.js");
  write(main, "target/pkg.stamp");
  expect(takePackage(main, linked)).toBe(true);
  for (const file of ["pkg/dist/api.js", "target/pkg.stamp"]) {
    expect(readFileSync(join(linked, file), "utf8").trim()).toBe(main);
    expect(statSync(join(main, file)).nlink).toBe(1);
    write(linked, file);
  }
  expect(takePackage(main, linked)).toBe(false);
  expect(readFileSync(join(linked, "pkg/dist/api.js"), "utf8")).toBe(linked);
});

test("two worktrees never compile into the same folder", () => {
  const before = process.env.CARGO_TARGET_DIR;
  try {
    for (const chosen of [undefined, folder]) {
      if (chosen === undefined) delete process.env.CARGO_TARGET_DIR;
      else process.env.CARGO_TARGET_DIR = chosen;
      const [one, other] = [cargoTargetOf("/one"), cargoTargetOf("/other")];
      expect(one).not.toBe(other);
      expect(one.startsWith(chosen ?? "/one")).toBe(true);
    }
  } finally {
    if (before === undefined) delete process.env.CARGO_TARGET_DIR;
    else process.env.CARGO_TARGET_DIR = before;
  }
});
