/** A linked worktree's npm packages are hard links to those of the main one, where npm would install the same. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "node:test";
import { linkPackages } from "../../scripts/lib/linked-packages.mjs";
import { expect, test } from "../node/test.js";

let folder: string;
let main: string;
let linked: string;

/** The packages as npm lists them in a lock file. */
const packages = (version: string) => ({
  "": {},
  "node_modules/lit": { version, integrity: "sha512-a" },
  "node_modules/fsevents": { version: "1.0.0", optional: true, os: ["darwin"] },
});
const lock = (version: string) => JSON.stringify({ packages: packages(version) });
const note = (version: string, more = {}) => {
  const installed = { "node_modules/lit": packages(version)["node_modules/lit"] };
  return JSON.stringify({ packages: { ...installed, ...more } });
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ag-ui-lit-packages-"));
  prepare("first");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("packages are links to the same files, and npm's own note is a copy", () => {
  expect(linkPackages(main, linked)).toBe(true);
  for (const file of ["lit/index.js", "lit/node_modules/inner/index.js"]) {
    expect(inode(linked, file), file).toBe(inode(main, file));
  }
  expect(readlinkSync(join(linked, "node_modules/.bin/lit"))).toBe("../lit/index.js");
  expect(readFileSync(join(linked, "node_modules/.package-lock.json"), "utf8")).toBe(note("3.0.0"));
  expect(inode(linked, ".package-lock.json")).not.toBe(inode(main, ".package-lock.json"));
});

test("caches of tools and the built package of the main worktree are left out", () => {
  write(main, "node_modules/.vite/deps/lit.js", "bundled");
  write(main, "node_modules/.cache/notes", "cached");
  mkdirSync(join(main, "pkg"));
  symlinkSync("../pkg", join(main, "node_modules/ag-ui-lit"));
  expect(linkPackages(main, linked)).toBe(true);
  for (const name of [".vite", ".cache", "ag-ui-lit"]) {
    expect(existsSync(join(linked, "node_modules", name)), name).toBe(false);
  }
});

test("nothing is linked where npm would install something else", () => {
  const cases: Record<string, () => void> = {
    "another lock file": () => write(linked, "package-lock.json", lock("3.0.1")),
    "another manifest": () => write(linked, "package.json", '{ "name": "a" }'),
    "another configuration": () => write(linked, ".npmrc", "omit=dev"),
    "another version installed": () =>
      write(main, "node_modules/.package-lock.json", note("2.0.0")),
    "a package that nobody asks for": () =>
      write(
        main,
        "node_modules/.package-lock.json",
        note("3.0.0", { "node_modules/extra": { version: "1.0.0" } }),
      ),
    "packages of another system": () =>
      write(
        main,
        "node_modules/.package-lock.json",
        note("3.0.0", {
          "node_modules/fsevents": { version: "1.0.0", os: ["another"] },
        }),
      ),
    "a file that was changed after the install": () => {
      const later = Date.now() / 1000 + 60;
      utimesSync(join(main, "node_modules/lit/index.js"), later, later);
    },
    "packages that are there": () => write(linked, "node_modules/lit/index.js", "own"),
    "nothing installed": () => rmSync(join(main, "node_modules"), { recursive: true }),
  };
  for (const [name, change] of Object.entries(cases)) {
    prepare(name);
    change();
    expect(linkPackages(main, linked), name).toBe(false);
    expect(readdirSync(join(linked, "target")), name).toEqual([]);
  }
});

/** Two worktrees with the same manifests; the packages of one are installed. */
function prepare(name: string): void {
  [main, linked] = [join(folder, name, "main"), join(folder, name, "linked")];
  for (const root of [main, linked]) {
    write(root, "package.json", "{}");
    write(root, "package-lock.json", lock("3.0.0"));
    mkdirSync(join(root, "target"));
  }
  write(main, "node_modules/lit/index.js", "lit");
  write(main, "node_modules/lit/node_modules/inner/index.js", "inner");
  mkdirSync(join(main, "node_modules/.bin"));
  symlinkSync("../lit/index.js", join(main, "node_modules/.bin/lit"));
  write(main, "node_modules/.package-lock.json", note("3.0.0"));
}

const inode = (root: string, file: string) => statSync(join(root, "node_modules", file)).ino;

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
