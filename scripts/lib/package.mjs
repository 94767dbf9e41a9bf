import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { elementsManifest, writeElementsManifest } from "./elements.mjs";
import { mainWorktree } from "./main-worktree.mjs";
import { checkManifest } from "./manifest.mjs";
import { inRoot, npmTool, root } from "./paths.mjs";
import { Problem, step } from "./report.mjs";
import { run } from "./run.mjs";
import { dropStamp, filesUnder, hashOf, hashText, readStamp, writeStamp } from "./stamp.mjs";
import { bundleStandalone, standalones } from "./standalone.mjs";
import { compactStylesOf } from "./styles.mjs";
import { generated, generatedFiles, modules } from "./wasm.mjs";
import { takePackage } from "./worktree.mjs";

export const pkg = inRoot("pkg");
export const dist = join(pkg, "dist");

const template = inRoot("pkg-template");
const stamp = inRoot("target", "pkg.stamp");

/** The README's links lead there. */
const guides = () => readdirSync(inRoot("docs")).filter((name) => name.endsWith(".md"));

/** The pictures of the README and the guides, from the root. */
const pictures = () => readdirSync(inRoot("docs", "images")).map((name) => `docs/images/${name}`);

/** The types of files that no compiler makes any for. */
const wasmTypes = [
  "conversation.wasm.d.ts",
  "core.wasm.d.ts",
  "json-schema.wasm.d.ts",
  "models.wasm.d.ts",
  "toolbox-bash.wasm.d.ts",
  "toolbox-files.wasm.d.ts",
  "toolbox-page.wasm.d.ts",
  "toolbox-web.wasm.d.ts",
  "toolbox.wasm.d.ts",
];

/** The parts of the toolbox, by the names of their generated files. */
const toolboxFiles = modules.map(({ name }) => name).filter((name) => name.startsWith("toolbox"));

/** Third-party code in the package, with its licences. */
const noticesFile = "THIRD-PARTY-NOTICES.md";

const fromRoot = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

const sources = () => [
  ...filesUnder(template, generated),
  ...fromRoot.map((name) => inRoot(name)),
  ...filesUnder(inRoot("docs")),
  inRoot("Cargo.toml"), // its version is the package's
  inRoot("Cargo.lock"), // pins what the notices are of
  inRoot("package-lock.json"), // pins the compiler, the bundler and what is bundled
  ...[
    "package",
    "elements",
    "licences",
    "manifest",
    "notices",
    "standalone",
    "styles",
    "third-parties",
  ].map((name) => inRoot("scripts", "lib", `${name}.mjs`)),
];

/** @param {string} before */
const state = (before) => hashText(before + hashOf(pkg));

/** Assembles pkg/ from the generated and the hand-written half, when either changed. Returns true if something is new in it. */
export async function buildPackage() {
  const before = hashOf(...sources());
  const main = mainWorktree(root);
  const isTaken = main !== undefined && takePackage(main, root);
  if (existsSync(pkg) && readStamp(stamp) === state(before)) return isTaken;
  if (isTaken) rmSync(pkg, { recursive: true }); // of other sources
  const lost = [
    join(template, "package.json"),
    join(template, "tsconfig.json"),
    ...fromRoot.map((name) => inRoot(name)),
  ]
    .filter((path) => !existsSync(path))
    .map((path) => relative(inRoot(), path));
  if (lost.length) throw new Problem(`The package needs ${lost.join(", ")}, which is not there.`);
  dropStamp(stamp);
  await step("TypeScript", "2 s", compile);
  compactStylesOf(filesUnder(dist).filter((file) => file.endsWith(".js") && !isStandalone(file)));
  copy(generated, join(dist, "generated"), generatedFiles);
  copy(inRoot(), pkg, fromRoot);
  copy(inRoot("docs"), join(pkg, "docs"), guides());
  mkdirSync(join(pkg, "docs", "images"), { recursive: true });
  copy(inRoot(), pkg, pictures());
  for (const name of [...fromRoot, ...guides().map((name) => `docs/${name}`)]) {
    if (name.endsWith(".md")) unlinkWhatIsNotPacked(name);
  }
  copy(template, pkg, ["package.json"]);
  copy(template, dist, wasmTypes);
  /** @type {Record<string, string[]>} */
  const bundled = {};
  for (const name of standalones) {
    bundled[`${name}.js`] = await step(`${name}.js`, "1 s", () => bundleStandalone(dist, name));
  }
  // Not at the top: this file is loaded before the packages are installed, and a package judges licences.
  const { notices } = await import("./notices.mjs");
  writeFileSync(join(pkg, noticesFile), await step(noticesFile, "2 s", () => notices(bundled)));
  dropLeftovers();
  await step(elementsManifest, "2 s", () => writeElementsManifest(join(template, "src"), pkg));
  checkManifest(pkg);
  writeStamp(stamp, state(before));
  return true;
}

async function compile() {
  const args = [
    npmTool("typescript", "tsc"),
    "-p",
    join(template, "tsconfig.json"),
    "--outDir",
    dist,
  ];
  // A type error leaves the last working package in place.
  await run(process.execPath, [...args, "--noEmitOnError", "true"], {
    output: "show",
    advice: "The package's TypeScript does not compile: see the compiler's message above.",
  });
}

/**
 * @param {string} from
 * @param {string} to
 * @param {string[]} names
 */
function copy(from, to, names) {
  mkdirSync(to, { recursive: true });
  for (const name of names) copyFileSync(join(from, name), join(to, name));
}

/**
 * A link to a file of the repository that the package has not becomes its text.
 * @param {string} name
 */
function unlinkWhatIsNotPacked(name) {
  const documents = [...fromRoot, noticesFile, ...guides().map((guide) => `docs/${guide}`)];
  const packed = new Set([...documents, ...pictures()]);
  const text = readFileSync(join(pkg, name), "utf8");
  const kept = text.replaceAll(/\[([^\]]+)\]\(([^)#:\s]+)(#[^)]*)?\)/g, (link, words, target) =>
    packed.has(posix.join(posix.dirname(name), target)) ? link : words,
  );
  writeFileSync(join(pkg, name), kept);
}

/** Files left behind by a deleted or renamed source would otherwise be published. */
function dropLeftovers() {
  const keep = new Set(
    ["package.json", noticesFile, ...fromRoot, ...pictures()].map((name) => join(pkg, name)),
  );
  for (const name of wasmTypes) keep.add(join(dist, name));
  for (const name of guides()) keep.add(join(pkg, "docs", name));
  for (const name of generatedFiles) keep.add(join(dist, "generated", name));
  for (const name of standalones) keep.add(join(dist, `${name}.js`));
  for (const source of filesUnder(join(template, "src"))) {
    const stem = join(dist, relative(join(template, "src"), source)).replace(/\.ts$/, "");
    for (const ending of [".js", ".js.map", ".d.ts", ".d.ts.map"]) keep.add(stem + ending);
  }
  for (const file of filesUnder(pkg)) if (!keep.has(file)) rmSync(file);
}

const isStandalone = (/** @type {string} */ file) =>
  standalones.some((name) => file === join(dist, `${name}.js`));

/** Files that a browser loads, for the table of sizes. @returns {[string, string[]][]} */
export function shippedParts() {
  const scripts = filesUnder(dist).filter((file) => file.endsWith(".js"));
  const isOwn = (/** @type {string} */ file) =>
    dirname(file) !== join(dist, "generated") && !isStandalone(file);
  /** @type {[string, string[]][]} */
  const parts = [
    ["core_bg.wasm", [join(dist, "generated", "core_bg.wasm")]],
    ["its generated glue (core.js)", [join(dist, "generated", "core.js")]],
    ["json_schema_bg.wasm, when needed", [join(dist, "generated", "json_schema_bg.wasm")]],
    ["its generated glue (json_schema.js)", [join(dist, "generated", "json_schema.js")]],
    ...toolboxFiles.flatMap(
      (name) =>
        /** @type {[string, string[]][]} */ ([
          [`${name}_bg.wasm, when a tool of it runs`, [join(dist, "generated", `${name}_bg.wasm`)]],
          [`its generated glue (${name}.js)`, [join(dist, "generated", `${name}.js`)]],
        ]),
    ),
    ["models_bg.wasm, when it is asked for", [join(dist, "generated", "models_bg.wasm")]],
    ["its generated glue (models.js)", [join(dist, "generated", "models.js")]],
    ["conversation_bg.wasm, on a server", [join(dist, "generated", "conversation_bg.wasm")]],
    ["its generated glue (conversation.js)", [join(dist, "generated", "conversation.js")]],
    ["hand-written modules, together", scripts.filter(isOwn)],
    ...standalones.map(
      (name) =>
        /** @type {[string, string[]]} */ ([
          `${name}.js, all dependencies in`,
          [join(dist, `${name}.js`)],
        ]),
    ),
  ];
  return parts.filter(([, files]) => files.length);
}
