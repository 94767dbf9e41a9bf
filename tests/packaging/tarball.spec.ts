import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { documents } from "../support/readme/blocks.js";
import { type Packed, pack, pkg } from "./pack.js";

test.describe.configure({ mode: "default" });

let packed: Packed;

test.beforeAll(async () => {
  const folder = test.info().outputPath();
  packed = await pack(folder);
});

const read = (path: string): string => readFileSync(join(pkg, path), "utf8");

test("every source has its code, its types and its source map in the tarball, and nothing else is there", () => {
  const sources = fileURLToPath(new URL("../../pkg-template/src", import.meta.url));
  const stems = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `dist/${path.replaceAll("\\", "/").replace(/\.ts$/, "")}`);
  const generated = ["core", "json_schema"].flatMap((module) =>
    [".js", ".d.ts", "_bg.wasm", "_bytes.js", "_bytes.d.ts"].map((end) => module + end),
  );
  generated.push("conversation.js", "conversation.d.ts", "conversation_bg.wasm");
  generated.push("models.js", "models.d.ts", "models_bg.wasm");
  generated.push("toolbox.js", "toolbox.d.ts", "toolbox_bg.wasm");
  expect(stems.length).toBeGreaterThan(20);
  const guides = documents().filter((name) => name.startsWith("docs/"));

  expect([...packed.files].sort()).toEqual(
    [
      ...["LICENSE-APACHE", "LICENSE-MIT", "README.md", "custom-elements.json", "package.json"],
      ...[
        "dist/conversation.wasm.d.ts",
        "dist/core.wasm.d.ts",
        "dist/json-schema.wasm.d.ts",
        "dist/models.wasm.d.ts",
        "dist/toolbox.wasm.d.ts",
      ],
      "dist/standalone.js",
      ...guides,
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
  expect(named.filter((path) => !packed.files.includes(path.replace(/^\.\//, "")))).toEqual([]);
});

test("every relative import of the code and of the types leads to a file of the tarball", () => {
  const imports = packed.files
    .filter((path) => /\.(js|d\.ts)$/.test(path) && !path.endsWith("standalone.js"))
    .flatMap((path) =>
      [...read(path).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, to = ""]) => {
        const target = posix.join(posix.dirname(path), to);
        return path.endsWith(".d.ts") ? target.replace(/\.js$/, ".d.ts") : target;
      }),
    );
  expect(imports.length).toBeGreaterThan(50);
  expect(imports.filter((target) => !packed.files.includes(target))).toEqual([]);
});

test("every package that the code or the types import is a dependency or an optional peer of the manifest", () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(read("package.json"));
  const imported = packed.files
    .filter((path) => /\.(js|d\.ts)$/.test(path) && !path.endsWith("standalone.js"))
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
  const importing = packed.files.filter(
    (path) => /\.(js|d\.ts)$/.test(path) && /from "@opentelemetry\//.test(read(path)),
  );
  expect(importing.length).toBeGreaterThan(0);
  expect(importing.filter((path) => !path.startsWith("dist/otel/"))).toEqual([]);
  const importers = packed.files.filter(
    (path) => path.endsWith(".js") && /from "(\.\.?\/)+otel\//.test(read(path)),
  );
  expect(importers).toEqual(["dist/otel.js"]);
});

test("no code of ours evaluates text as code, which a CSP would forbid", () => {
  const scripts = packed.files.filter(
    (path) => path.endsWith(".js") && !path.endsWith("standalone.js"),
  );
  // wasm-bindgen names a function so, in words.
  const inWords = "`Function($";
  const evaluating = scripts.filter((path) =>
    /\beval\s*\(|\bnew Function\b|\bFunction\s*\(/.test(read(path).replaceAll(inWords, "")),
  );
  expect(evaluating).toEqual([]);
});

test("the core is no larger than a page can bear to load", () => {
  const core = readFileSync(join(pkg, "dist/generated/core_bg.wasm"));
  const size = brotliCompressSync(core).length / 1000;
  // Of 115.7 kB before there were tools in Rust, which may add 10.
  expect(
    size,
    "core_bg.wasm, in kB by brotli. What has come in belongs into a module of its own that is loaded when it is needed " +
      "(crates/toolbox, crates/json-schema), or behind a feature that the core is built without: look at what `cargo tree -p " +
      "ag-ui-lit --target wasm32-unknown-unknown -e normal` has gained, and at `twiggy top` of the module",
  ).toBeLessThanOrEqual(126);
});

test("the licenses, the README and the guides are the repository's", () => {
  const root = dirname(pkg);
  const guides = documents().filter((name) => name.startsWith("docs/"));
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT", "README.md", ...guides]) {
    expect(existsSync(join(root, name))).toBe(true);
    expect(read(name)).toBe(readFileSync(join(root, name), "utf8"));
  }
});

/** The paths in a part of a manifest. */
function paths(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(paths) : [];
}
