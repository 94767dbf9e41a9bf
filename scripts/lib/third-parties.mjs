import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { inRoot } from "./paths.mjs";
import { run } from "./run.mjs";
import { wasmEnv } from "./wasm-target.mjs";

/**
 * A crate or an npm package of others that a file of ours contains.
 * @typedef {object} ThirdParty
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} licence an SPDX expression
 * @property {string[]} authors
 * @property {string} [repository] of a crate: where its source is, besides the registry
 * @property {string} folder where its sources are
 */

const advice = "cargo could not list what the crates depend on, see above.";

/** All crates that cargo knows of, by name and version. @returns {Promise<Map<string, ThirdParty>>} */
async function knownCrates() {
  const args = ["metadata", "--format-version", "1", "--locked"];
  const { stdout } = await run("cargo", args, { env: await wasmEnv(), advice });
  /** @type {{ packages: { name: string, version: string, license?: string, authors: string[], repository?: string, manifest_path: string }[] }} */
  const { packages } = JSON.parse(stdout);
  return new Map(
    packages.map(({ name, version, license, authors, repository, manifest_path }) => [
      `${name} v${version}`,
      { name, version, licence: license, authors, repository, folder: dirname(manifest_path) },
    ]),
  );
}

/**
 * The crates of others that are compiled into the wasm file of each of ours: neither what only builds nor what only tests.
 * @param {readonly string[]} ours
 * @returns {Promise<Map<string, ThirdParty[]>>}
 */
export async function cratesOf(ours) {
  const known = await knownCrates();
  const env = await wasmEnv();
  const all = new Map();
  for (const crate of ours) {
    const args = ["tree", "--locked", "--target", "wasm32-unknown-unknown", "--prefix", "none"];
    const which = ["--package", crate, "--edges", "normal,no-proc-macro", "--format", "{p}"];
    const { stdout } = await run("cargo", [...args, ...which], { env, advice });
    const names = new Set(stdout.match(/^\S+ v\S+/gm));
    const crates = [...names].flatMap((name) => known.get(name) ?? []);
    all.set(
      crate,
      crates.filter(({ folder }) => !folder.startsWith(inRoot())),
    );
  }
  return all;
}

/**
 * The npm packages that files belong to, each once.
 * @param {readonly string[]} files
 * @returns {ThirdParty[]}
 */
export function packagesOf(files) {
  const folders = new Set(files.flatMap((file) => folderOf(file) ?? []));
  return [...folders].map(packageIn).sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * The npm packages that one needs at run time, with all that these need.
 * @param {string} manifest
 * @returns {ThirdParty[]}
 */
export function runtimePackages(manifest) {
  /** @type {Map<string, ThirdParty>} */
  const found = new Map();
  const visit = (/** @type {string} */ from, /** @type {string} */ file) => {
    const { dependencies = {} } = JSON.parse(readFileSync(file, "utf8"));
    for (const name of Object.keys(dependencies)) {
      const folder = installed(from, name);
      if (folder === undefined || found.has(folder)) continue;
      found.set(folder, packageIn(folder));
      visit(folder, join(folder, "package.json"));
    }
  };
  visit(inRoot(), manifest);
  return [...found.values()];
}

/**
 * Where Node finds a package, without asking its `exports`.
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function installed(from, name) {
  const folder = join(from, "node_modules", name);
  if (readable(join(folder, "package.json"))) return folder;
  const above = dirname(from);
  return above === from ? undefined : installed(above, name);
}

/** @param {string} file */
function readable(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function folderOf(file) {
  const parts = file.replace(/^\0/, "").split(/[\\/]/);
  const at = parts.lastIndexOf("node_modules");
  if (at < 0) return undefined;
  const length = parts[at + 1]?.startsWith("@") ? 3 : 2;
  return parts.slice(0, at + length).join(sep);
}

/**
 * @param {string} folder
 * @returns {ThirdParty}
 */
function packageIn(folder) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const authors = [author?.name ?? author].filter((each) => typeof each === "string");
  return { name, version, licence: license, authors, folder };
}

/**
 * The texts of a package's licences and notices, as it brings them.
 * @param {ThirdParty} party
 */
export function textsOf({ folder }) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && /^(licen[cs]e|copying|unlicense|notice)/i.test(file.name))
    .map(({ name }) => ({ name, text: readFileSync(join(folder, name), "utf8").trim() }))
    .filter(({ text }) => text !== "");
}
