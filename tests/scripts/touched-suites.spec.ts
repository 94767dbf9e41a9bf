/** `npm test -- --since <ref>`: which suites a change asks for, by the table that CONTRIBUTING.md shows. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { suites } from "../../scripts/lib/suites.mjs";
import {
  chosenBy,
  suitesTouchedBy,
  touchedSuites,
  touchedTable,
} from "../../scripts/lib/touched-suites.mjs";
import { expect, test } from "../node/test.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The files that git knows. */
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((file) => file && existsSync(join(root, file)));

test("CONTRIBUTING.md has the table", () => {
  expect(readFileSync(join(root, "CONTRIBUTING.md"), "utf8")).toContain(touchedTable());
});

test("every suite and every file that the table names exists, and so does every path", () => {
  for (const { paths, suites: choices } of touchedSuites) {
    for (const choice of choices) {
      const [name = "", ...file] = choice.split("/");
      const suite = suites.find((each) => each.name === name);
      expect(suite, choice).toBeDefined();
      if (file.length === 0) continue;
      expect(suite?.hasFiles, choice).toBe(true);
      expect(files).toContain(`tests/${choice}`);
    }
    for (const path of paths) {
      const found = files.filter((file) =>
        path.includes("*") ? file.startsWith(path.split("*")[0] ?? "") : file.startsWith(path),
      );
      expect(found, path).not.toEqual([]);
    }
  }
});

test("a changed file of tests asks for itself, one that is gone for nothing", () => {
  expect(suitesTouchedBy("tests/node/loop/apply.spec.ts")).toEqual(["node/loop/apply.spec.ts"]);
  expect(suitesTouchedBy("tests/browser/never-was.spec.ts")).toEqual([]);
});

test("documents ask for what checks documents only", () => {
  expect(suitesTouchedBy("docs/tools.md")).toEqual([
    "browser/readme.spec.ts",
    "packaging/tarball.spec.ts",
  ]);
});

test("the core, the scripts and whatever no row has ask for everything", () => {
  for (const path of ["src/error.rs", "scripts/lib/wasm.mjs", "Cargo.lock", "new/file.txt"]) {
    expect([...chosenBy([path, "docs/tools.md"]).keys()]).toContain(undefined);
  }
});

test("each reason is kept with what it chose", () => {
  const chosen = chosenBy(["docs/tools.md", "tests/types/tools.ts", "docs/mcp.md"]);
  expect(chosen.get("types")).toEqual(["tests/types/tools.ts"]);
  expect(chosen.get("browser/readme.spec.ts")).toEqual(["docs/tools.md", "docs/mcp.md"]);
});

test("a file that a test imports asks for that test", () => {
  const missing: string[] = [];
  const specs = files.filter((file) => file.startsWith("tests/") && file.endsWith(".spec.ts"));
  expect(specs.length).toBeGreaterThan(100);
  for (const spec of specs) {
    const choice = spec.slice("tests/".length);
    const [suite = ""] = choice.split("/");
    for (const file of importedBy(spec)) {
      const choices = file.endsWith(".spec.ts") ? undefined : suitesTouchedBy(file);
      if (choices && !choices.includes(suite) && !choices.includes(choice)) {
        missing.push(`${file}: ${choice}`);
      }
    }
  }
  expect(missing).toEqual([]);
});

/** The files of the repository that a file imports, and what those import. */
function importedBy(file: string): Set<string> {
  const seen = new Set([file]);
  for (const each of seen) for (const target of importsOf(each)) seen.add(target);
  return seen;
}

const known = new Map<string, string[]>();
const listed = new Set(files);

function importsOf(file: string): string[] {
  const before = known.get(file);
  if (before) return before;
  const text = readFileSync(join(root, file), "utf8");
  const specifiers = [...text.matchAll(/(?:from|import) "(\.[^"]+)"/g)];
  const imports = specifiers.flatMap(([, specifier = ""]) => {
    const target = normalize(join(dirname(file), specifier)).replaceAll("\\", "/");
    return [target, target.replace(/\.js$/, ".ts")].filter((path) => listed.has(path)).slice(0, 1);
  });
  known.set(file, imports);
  return imports;
}
