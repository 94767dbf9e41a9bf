/**
 * `npm run build` makes anew what a change touches. In a copy of the sources one line of a file is changed, and the build runs
 * there, but with stand-ins for what is slow: cargo only checks, and its word on what is stale is what counts; rustc runs once.
 */
import { execFile } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withLock } from "../../scripts/lib/lock.mjs";
import { cargoTarget } from "../../scripts/lib/paths.mjs";
import { which } from "../../scripts/lib/run.mjs";
import { copySources } from "../../scripts/lib/source-copy.mjs";
import { dropStamp, hashOf, readStamp, writeStamp } from "../../scripts/lib/stamp.mjs";
import { wasmBindgenVersion } from "../../scripts/lib/versions.mjs";
import { generated, modules } from "../../scripts/lib/wasm.mjs";
import { expect, test } from "../node/test.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Always the same folder: cargo has checked the crates there before. */
const copy = join(root, "target", "stale");
/** Always the same folder too: cargo compiles anew what another wrapper has made. */
const wrappers = join(root, "target", "stale-wrappers");
/** The sources of which the crates were compiled. */
const compiled = join(wrappers, "sources.stamp");
const all = modules.map(({ name }) => name);

/** Adds a line to a file of the copy. */
const change = (file: string): void => appendFileSync(join(copy, file), "// Changed.\n");

const fileOf = (name: string): string => join(copy, "target/bindgen/generated", `${name}_bg.wasm`);
const moduleOf = (name: string): Buffer => readFileSync(fileOf(name));

let tools: string;
/** Lets another run have the copy. */
let release: () => void;

before(async () => {
  await holdCopy();
  await copySources(copy);
  tools = mkdtempSync(join(tmpdir(), "ag-ui-lit-stale-"));
  standIn("cargo", join(tools, "bin"));
  standIn("rustc", wrappers);
  standIn("wasm-bindgen", join(tools, "ag-ui-lit", `wasm-bindgen-${wasmBindgenVersion()}`, "bin"));
  linkPackages();
  // Crates that were compiled from other sources know other files.
  const sources = hashOf(...["src", "crates", "Cargo.lock"].map((name) => join(copy, name)));
  const isCompiled = readStamp(compiled) === sources;
  dropStamp(compiled);
  await builtAnew("buildWasm", isCompiled ? {} : { RUSTC_IS_REAL: "1" });
  writeStamp(compiled, sources);
});

after(() => {
  rmSync(tools, { recursive: true, force: true });
  release();
});

/** Keeps another run from changing the copy meanwhile. */
function holdCopy(): Promise<void> {
  return new Promise((held, failed) => {
    const work = () =>
      new Promise<void>((done) => {
        release = done;
        held();
      });
    withLock(copy, work).catch(failed);
  });
}

test("a change of what every module has makes all of them anew", async () => {
  for (const file of ["error.rs", "tool/registry.rs", "lib.rs", "json/number.rs"]) {
    change(`src/${file}`);
    expect(await builtAnew("buildWasm"), file).toEqual(all);
  }
});

test("a change of what one module has makes that one anew", async () => {
  change("crates/models/src/text/marker.rs");
  expect(await builtAnew("buildWasm")).toEqual(["models"]);
  change("crates/conversation/src/merge.rs");
  expect(await builtAnew("buildWasm")).toEqual(["conversation"]);
});

test("a change of a crate makes its module anew, and the package has it", async () => {
  change("crates/toolbox/src/lib.rs");
  expect(await builtAnew("build")).toEqual(all.filter((name) => name.startsWith("toolbox")));
  const packed = (name: string) => readFileSync(join(copy, "pkg/dist/generated", name));
  for (const name of all) {
    const made = moduleOf(name);
    expect(packed(`${name}_bg.wasm`)).toEqual(made);
    expect(String(packed(`${name}_bytes.js`))).toContain(made.toString("base64"));
  }
});

test("without a change nothing is made anew", async () => {
  expect(await builtAnew("buildWasm")).toEqual([]);
});

/** The modules that the copy's own build makes anew. */
async function builtAnew(what: "build" | "buildWasm", more: NodeJS.ProcessEnv = {}) {
  const modulesNow = () =>
    all.map((name) => (existsSync(fileOf(name)) ? String(moduleOf(name)) : ""));
  const before = modulesNow();
  const file = what === "build" ? "build.mjs" : "lib/wasm.mjs";
  const code = `await (await import("./scripts/${file}")).${what}();`;
  // Not run as a command, which would also print sizes.
  const args = ["--input-type=module", "--eval", code, "--", "imported"];
  await promisify(execFile)(process.execPath, args, {
    cwd: copy,
    env: {
      ...withoutOurs(),
      PATH: [join(tools, "bin"), process.env.PATH].join(delimiter),
      XDG_CACHE_HOME: tools,
      REAL_CARGO: which("cargo"),
      CHECK_TARGET_DIR: cargoTarget,
      RUSTC_STAND_IN: join(wrappers, "rustc"),
      GENERATED: generated,
      ...more,
    },
  });
  const now = modulesNow();
  return all.filter((_, at) => now[at] !== before[at]);
}

/** The environment without what Node's runner and a user put there for the tree. */
function withoutOurs(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, CARGO_TARGET_DIR, ...env } = process.env;
  return env;
}

/** The tree's packages, but for wasm-opt's. */
function linkPackages(): void {
  const folder = join(copy, "node_modules");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    // The build links its own.
    if (name === "ag-ui-lit" || name === "binaryen") continue;
    symlinkSync(join(root, "node_modules", name), join(folder, name));
  }
  const binaryen = join(folder, "binaryen");
  mkdirSync(binaryen);
  copyFileSync(new URL("stand-ins/wasm-opt.mjs", import.meta.url), join(binaryen, "wasm-opt.mjs"));
  writeFileSync(join(binaryen, "package.json"), '{ "bin": { "wasm-opt": "wasm-opt.mjs" } }');
}

/** A command that runs the stand-in of its name. */
function standIn(name: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const script = fileURLToPath(new URL(`stand-ins/${name}.mjs`, import.meta.url));
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  chmodSync(file, 0o755);
}
