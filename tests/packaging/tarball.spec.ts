import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { isAllowed } from "../../scripts/lib/licences.mjs";
import { documents } from "../support/readme/blocks.js";
import { type Packed, packed, pkg } from "./pack.js";

test.describe.configure({ mode: "default" });

/** The package's wasm modules, by the crates they are of. */
const crates = {
  conversation: "ag-ui-lit-conversation",
  core: "ag-ui-lit",
  json_schema: "ag-ui-lit-json-schema",
  models: "ag-ui-lit-models",
  toolbox: "ag-ui-lit-toolbox-light",
  toolbox_bash: "ag-ui-lit-toolbox-bash",
  toolbox_files: "ag-ui-lit-toolbox-files",
  toolbox_page: "ag-ui-lit-toolbox-page",
  toolbox_web: "ag-ui-lit-toolbox-web",
};

let tarball: Packed;

test.beforeAll(async () => {
  tarball = await packed();
});

const read = (path: string): string => readFileSync(join(pkg, path), "utf8");

test("every source has its code, its types and its source map in the tarball, and nothing else is there", () => {
  const sources = fileURLToPath(new URL("../../pkg-template/src", import.meta.url));
  const stems = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .map((path) => `dist/${path.replaceAll("\\", "/").replace(/\.ts$/, "")}`);
  const generated = Object.keys(crates).flatMap((module) =>
    [".js", ".d.ts", "_bg.wasm", "_bytes.js", "_bytes.d.ts"].map((end) => module + end),
  );
  expect(stems.length).toBeGreaterThan(20);
  const guides = documents().filter((name) => name.startsWith("docs/"));

  expect([...tarball.files].sort()).toEqual(
    [
      ...["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-NOTICES.md"],
      ...["CHANGELOG.md", "README.md", "custom-elements.json", "package.json"],
      ...[
        "dist/conversation.wasm.d.ts",
        "dist/core.wasm.d.ts",
        "dist/json-schema.wasm.d.ts",
        "dist/models.wasm.d.ts",
        "dist/toolbox-bash.wasm.d.ts",
        "dist/toolbox-files.wasm.d.ts",
        "dist/toolbox-page.wasm.d.ts",
        "dist/toolbox-web.wasm.d.ts",
        "dist/toolbox.wasm.d.ts",
      ],
      "dist/standalone.js",
      "dist/standalone-chat.js",
      ...guides,
      "docs/images/demo.png",
      ...generated.map((name) => `dist/generated/${name}`),
      ...stems.flatMap((stem) => [`${stem}.js`, `${stem}.d.ts`, `${stem}.js.map`]),
    ].sort(),
  );
});

test("every path that the manifest names is in the tarball", () => {
  const manifest = JSON.parse(read("package.json"));
  const named = [
    manifest.exports,
    manifest.types,
    manifest.customElements,
    manifest.sideEffects,
  ].flatMap(paths);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !tarball.files.includes(path.replace(/^\.\//, "")))).toEqual([]);
});

test("every relative import of the code and of the types leads to a file of the tarball", () => {
  const imports = tarball.files
    .filter((path) => /\.(js|d\.ts)$/.test(path) && !/\/standalone(-chat)?\.js$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, to = ""]) => {
        const target = posix.join(posix.dirname(path), to);
        return path.endsWith(".d.ts") ? target.replace(/\.js$/, ".d.ts") : target;
      }),
    );
  expect(imports.length).toBeGreaterThan(50);
  expect(imports.filter((target) => !tarball.files.includes(target))).toEqual([]);
});

test("every package that the code or the types import is a dependency or an optional peer of the manifest", () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(read("package.json"));
  const imported = tarball.files
    .filter((path) => /\.(js|d\.ts)$/.test(path) && !/\/standalone(-chat)?\.js$/.test(path))
    .flatMap((path) => [
      ...read(path).matchAll(/^(?:import|export)\b[^;"=]*\bfrom "([^."][^"]*)";/gm),
      ...read(path).matchAll(/\bimport\("([^."][^"]*)"\)/g),
    ])
    .map(([, name = ""]) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0])
    // The docs' examples import the package itself; Node's own modules are no packages.
    .filter((name) => name !== "ag-ui-lit" && !name?.startsWith("node:"));
  const peers = Object.keys(peerDependencies);
  expect([...new Set(imported)].sort()).toEqual([...Object.keys(dependencies), ...peers].sort());
  // Nobody who uses none of the entries that need them must install them.
  expect(Object.entries(peerDependenciesMeta)).toEqual(
    peers.map((name) => [name, { optional: true }]),
  );
});

test("only ag-ui-lit/otel reaches OpenTelemetry: every other entry loads without it", () => {
  const importing = tarball.files.filter(
    (path) => /\.(js|d\.ts)$/.test(path) && /from "@opentelemetry\//.test(read(path)),
  );
  expect(importing.length).toBeGreaterThan(0);
  expect(importing.filter((path) => !path.startsWith("dist/otel/"))).toEqual([]);
  const importers = tarball.files.filter(
    (path) => path.endsWith(".js") && /from "(\.\.?\/)+otel\//.test(read(path)),
  );
  expect(importers).toEqual(["dist/entries/otel.js"]);
});

test("no code of ours evaluates text as code, which a CSP would forbid", () => {
  const scripts = tarball.files.filter(
    (path) => path.endsWith(".js") && !/\/standalone(-chat)?\.js$/.test(path),
  );
  // wasm-bindgen names a function so, in words.
  const inWords = "`Function($";
  const evaluating = scripts.filter((path) =>
    /\beval\s*\(|\bnew Function\b|\bFunction\s*\(/.test(read(path).replaceAll(inWords, "")),
  );
  expect(evaluating).toEqual([]);
});

/** What is compiled into a module, by cargo itself. */
function treeOf(crate: string): string[] {
  const args = ["--target", "wasm32-unknown-unknown", "--edges", "normal,no-proc-macro"];
  const show = ["--prefix", "none", "--format", "{p}"];
  const said = execFileSync("cargo", ["tree", "--locked", "-p", crate, ...args, ...show], {
    cwd: dirname(pkg),
    encoding: "utf8",
  });
  return [...said.matchAll(/^(\S+) v([^\s/]+)(?! \(\/)/gm)].map(
    ([, name, version]) => `${name} ${version}`,
  );
}

test("each crate of each wasm module, and each package in standalone.js, is listed in the notices with the text of its licence", () => {
  const notices = read("THIRD-PARTY-NOTICES.md");
  const [lists = "", texts = ""] = notices.split("## Licence texts");
  const listed = (file: string) => lists.split(`## In ${file}\n`)[1]?.split("\n## ")[0] ?? "";
  /** Names that stand above a text that is long enough to be a licence. */
  const withText = new Set(
    [...texts.matchAll(/^### (.*)\n\n~~~~text\n([\s\S]*?)\n~~~~$/gm)]
      .filter(([, , text = ""]) => text.length > 400)
      .flatMap(([, names = ""]) => names.split(", ")),
  );
  for (const [module, crate] of Object.entries(crates)) {
    const others = treeOf(crate).filter((name) => !name.startsWith("ag-ui-lit"));
    expect(others.length).toBeGreaterThan(10);
    const list = listed(`dist/generated/${module}_bg.wasm`);
    expect(others.filter((name) => !list.includes(`- ${name} (`) || !withText.has(name))).toEqual(
      [],
    );
  }
  const agent = ["@ag-ui/client", "@lit/reactive-element", "fast-json-patch", "rxjs", "zod"];
  for (const [file, names] of [
    ["dist/standalone.js", agent],
    ["dist/standalone-chat.js", [...agent, "lit-element", "marked"]],
  ] as const) {
    const bundled = listed(file);
    for (const name of names) expect(bundled).toContain(`- ${name} `);
    for (const [, name = ""] of bundled.matchAll(/^- (\S+ \S+) \(/gm))
      expect(withText).toContain(name);
  }
});

test("a licence that is not on the list is refused", () => {
  for (const licence of ["MIT", "MIT/Apache-2.0", "(MIT OR GPL-3.0-only) AND Unicode-3.0"]) {
    expect(isAllowed(licence), licence).toBe(true);
  }
  for (const licence of [
    "GPL-3.0-only",
    "MIT AND LGPL-3.0-only",
    "SEE LICENSE IN x",
    "",
    undefined,
  ]) {
    expect(isAllowed(licence), licence).toBe(false);
  }
});

test("every relative link of a document leads to a file of the tarball", () => {
  const documents = tarball.files.filter((path) => path.endsWith(".md"));
  const links = documents.flatMap((path) =>
    [
      ...read(path)
        .replaceAll(/^(```|~~~~)[\s\S]*?^\1/gm, "")
        .matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g),
    ].map(([, target = ""]) => posix.join(posix.dirname(path), target)),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter((target) => !tarball.files.includes(target))).toEqual([]);
});

test("guides import zod by its name, which every bundler follows", () => {
  const guides = tarball.files.filter((path) => path.endsWith(".md"));
  expect(guides.filter((path) => /import \* as \w+ from "zod"/.test(read(path)))).toEqual([]);
});

/** Links as their words. */
const unlinked = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1");

test("the licenses, the README and the guides are the repository's, but for links that lead out of the package", () => {
  const root = dirname(pkg);
  const guides = documents().filter((name) => name.startsWith("docs/"));
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md", "README.md", ...guides]) {
    expect(existsSync(join(root, name))).toBe(true);
    expect(unlinked(read(name))).toBe(unlinked(readFileSync(join(root, name), "utf8")));
  }
});

test("the packed README shows the demo by a picture of the tarball", () => {
  const [, picture = ""] = /^!\[[^\]]+\]\(([^)]+)\)$/m.exec(read("README.md")) ?? [];
  expect(picture).toMatch(/\.png$/);
  expect(tarball.files).toContain(picture);
  expect(readFileSync(join(pkg, picture)).length).toBeLessThan(200_000);
});

/** The paths in a part of a manifest. */
function paths(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(paths) : [];
}
