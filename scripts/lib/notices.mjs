import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isAllowed, mayBeMit } from "./licences.mjs";
import { inRoot } from "./paths.mjs";
import { Problem } from "./report.mjs";
import { cratesOf, packagesOf, textsOf } from "./third-parties.mjs";
import { modules } from "./wasm.mjs";

/** @typedef {import("./third-parties.mjs").ThirdParty} ThirdParty */

/** In each wasm file, and no crate that cargo lists. @type {ThirdParty} */
const standardLibrary = {
  name: "Rust's standard library",
  version: "",
  licence: "MIT OR Apache-2.0",
  authors: ["The Rust Project Developers"],
  folder: "",
};

/**
 * What of others the package's files contain, with its licences. A package that leaves the choice of MIT is used under it.
 * @param {Readonly<Record<string, readonly string[]>>} bundled the modules in each file of `standalones`
 * @returns {Promise<string>}
 */
export async function notices(bundled) {
  const crates = await cratesOf(modules.map(({ crate }) => crate));
  const parts = modules.map(({ name, crate }) => ({
    file: `dist/generated/${name}_bg.wasm`,
    parties: [standardLibrary, ...(crates.get(crate) ?? [])],
  }));
  for (const [file, ids] of Object.entries(bundled)) {
    parts.push({ file: `dist/${file}`, parties: packagesOf([...ids]) });
  }
  /** @type {Map<string, { text: string, names: Set<string> }>} */
  const texts = new Map();
  for (const party of parts.flatMap(({ parties }) => parties)) {
    for (const text of licenceTexts(party)) {
      const key = text.replaceAll(/\s+/g, " ");
      const known = texts.get(key) ?? { text, names: new Set() };
      known.names.add(titleOf(party));
      texts.set(key, known);
    }
  }
  return [
    "# Third-party notices",
    "ag-ui-lit itself is under MIT or Apache-2.0, see LICENSE-MIT and LICENSE-APACHE. Its files contain what others have written; " +
      "a licence text stands below, under the names of all that it is for. A wasm file's crates are also in the `_bytes.js` of its name.",
    ...parts.map(({ file, parties }) => `## In ${file}\n\n${parties.map(lineOf).join("\n")}`),
    "## Licence texts",
    ...[...texts.values()].map(
      ({ text, names }) => `### ${[...names].join(", ")}\n\n${fenced(text)}`,
    ),
  ]
    .join("\n\n")
    .concat("\n");
}

/** @param {ThirdParty} party */
const titleOf = ({ name, version }) => `${name} ${version}`.trim();

/** @param {ThirdParty} party */
const lineOf = (party) => `- ${titleOf(party)} (${party.licence})${sourceOf(party)}`;

/**
 * What MPL-2.0 asks for, section 3.2.
 * @param {ThirdParty} party
 */
const sourceOf = ({ licence, repository }) =>
  licence === "MPL-2.0"
    ? `, unchanged; its source is the crate of that version, and ${repository}`
    : "";

/** @param {string} text */
const fenced = (text) => `~~~~text\n${text.replaceAll("\r\n", "\n")}\n~~~~`;

/**
 * @param {ThirdParty} party
 * @returns {string[]}
 */
function licenceTexts(party) {
  const { licence, authors } = party;
  if (licence === undefined || !isAllowed(licence)) {
    throw new Problem(
      `${titleOf(party)} is under ${licence}, which scripts/lib/licences.mjs lacks.`,
    );
  }
  const brought = party === standardLibrary ? [] : textsOf(party);
  const notes = brought.filter(({ name }) => /^notice/i.test(name)).map(({ text }) => text);
  const others = brought.filter(({ name }) => !/^notice/i.test(name));
  if (mayBeMit(licence)) {
    const mit = others.filter(({ name }) => /mit/i.test(name));
    const [only] = others.length === 1 ? others : [];
    const text =
      mit[0]?.text ?? only?.text ?? mitOf(authors.join(", ") || `the authors of ${party.name}`);
    return [text, ...notes];
  }
  const elsewhere = textsElsewhere[party.name]?.(party.folder) ?? [];
  const all = [...others.map(({ text }) => text), ...elsewhere];
  if (all.length > 0) return [...all, ...notes];
  throw new Problem(
    `${titleOf(party)} (${licence}) brings no licence text: say in scripts/lib/notices.mjs where it is.`,
  );
}

/**
 * The texts of packages that bring no file of them.
 * @type {Record<string, (folder: string) => string[]>}
 */
const textsElsewhere = {
  "@bufbuild/protobuf": (folder) => {
    const code = readFileSync(join(folder, "dist", "esm", "wire", "varint.js"), "utf8");
    const [header = ""] = /^(?:\/\/.*\n)+/.exec(code) ?? [];
    const ofGoogle = header.replaceAll(/^\/\/ ?/gm, "").trim();
    if (!ofGoogle.startsWith("Copyright")) throw new Problem(`${folder}: no licence in varint.js.`);
    return [readFileSync(inRoot("LICENSE-APACHE"), "utf8").trim(), ofGoogle];
  },
};

/**
 * The text of MIT, for those that name it and bring no text.
 * @param {string} holders
 */
function mitOf(holders) {
  const text = readFileSync(inRoot("LICENSE-MIT"), "utf8").trim();
  return text.replace(/^Copyright .*$/m, `Copyright (c) ${holders}`);
}
