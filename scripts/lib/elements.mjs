import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { Problem } from "./report.mjs";
import { filesUnder } from "./stamp.mjs";

export const elementsManifest = "custom-elements.json";

/**
 * What is used here of the manifest, and of the analyzer, whose declarations leave out what it exports.
 * @typedef {{ name: string, type?: { text: string }, description?: string, fieldName?: string }} Described
 * @typedef {Described & { kind: string, privacy?: string, readonly?: boolean, static?: boolean }} Member
 * @typedef {{ name: string, tagName?: string, description?: string, members?: Member[], attributes?: Described[], events?: Described[], slots?: Described[], cssParts?: Described[] }} Element
 * @typedef {{ kind: string, name: string, declaration: { name: string, module?: string } }} Export
 * @typedef {{ path: string, declarations: Element[], exports: Export[] }} Module
 * @typedef {{ name: { text: string }, members: Node[], type?: { getText(): string }, jsDoc?: { comment?: string }[] }} Node
 * @typedef {(node: Node) => boolean} IsKind
 * @typedef {object} Syntax
 * @property {{ ES2022: number }} ScriptTarget
 * @property {(path: string, text: string, target: number, setParents: boolean) => Node} createSourceFile
 * @property {IsKind} isInterfaceDeclaration
 * @property {(comment: string | undefined) => string | undefined} getTextOfJSDocComment
 * @typedef {{ name: string, analyzePhase(given: { node: Node }): void }} Plugin
 * @typedef {object} Analyzer
 * @property {Syntax} ts
 * @property {(given: { modules: Node[], plugins: Plugin[] }) => { modules: Module[] }} create
 */

/**
 * Writes the custom-elements manifest: the attributes, properties, methods and events of the package's elements, for
 * editors and for whoever generates wrappers. All of it is read from the code: attributes are those that the built class
 * observes, events those of the interface `<Class>EventMap`, parts those of the constant `<Class>Parts`, and what is said of them is what their comments say.
 * @param {string} src the package's TypeScript
 * @param {string} pkg where the package was built
 */
export async function writeElementsManifest(src, pkg) {
  // Not at the top: this file is loaded before the packages are installed.
  const analyzer = /** @type {unknown} */ (
    await import("@custom-elements-manifest/analyzer/index.js")
  );
  const { create, ts } = /** @type {Analyzer} */ (analyzer);
  /** @type {Map<string, Described[]>} by the name of the interface */
  const events = new Map();
  /** @type {Plugin} */
  const plugin = {
    name: "events",
    analyzePhase({ node }) {
      if (ts.isInterfaceDeclaration(node)) events.set(node.name.text, eventsOf(ts, node));
    },
  };
  const manifest = create({ modules: sourcesOf(src, ts), plugins: [plugin] });
  /** @type {Map<string, string>} the module of each element */
  const modules = new Map();
  for (const module of manifest.modules) {
    module.declarations = module.declarations.filter(({ tagName }) => tagName);
    for (const element of module.declarations) {
      modules.set(element.name, module.path);
      await complete(element, join(pkg, module.path), events);
    }
  }
  if (modules.size === 0) throw new Problem("The package's TypeScript defines no element.");
  for (const module of manifest.modules) {
    module.exports = module.exports.filter(({ declaration }) => modules.has(declaration.name));
    for (const { declaration } of module.exports)
      declaration.module = modules.get(declaration.name);
  }
  manifest.modules = manifest.modules.filter(({ exports }) => exports.length > 0);
  writeFileSync(join(pkg, elementsManifest), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

const ABOUT_ELEMENTS =
  /\b(customElements\.define|observedAttributes|extends \w+Element|interface \w+EventMap)\b/;

/**
 * The modules that say something about an element; to read all of them takes the analyzer seconds.
 * @param {string} src
 * @param {Syntax} ts
 */
function sourcesOf(src, ts) {
  return filesUnder(src).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    if (!ABOUT_ELEMENTS.test(text)) return [];
    const path = join("dist", relative(src, file)).replace(/\.ts$/, ".js").replaceAll(sep, "/");
    return [ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)];
  });
}

/**
 * @param {Element} element
 * @param {string} file its built module
 * @param {Map<string, Described[]>} events
 */
async function complete(element, file, events) {
  const built = await import(pathToFileURL(file).href);
  element.members = element.members?.filter((one) => one.privacy === undefined && !one.static);
  /** @type {string[]} */
  const observed = built[element.name].observedAttributes;
  element.attributes = observed.map((name) => {
    const fieldName = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    const property = element.members?.find((member) => member.name === fieldName);
    if (property?.kind !== "field") {
      throw new Problem(`<${element.tagName}> observes ${name}, but has no property ${fieldName}.`);
    }
    const { type, description } = property;
    return { name, fieldName, type, description };
  });
  /** @type {Record<string, string>} */
  const parts = built[`${element.name}Parts`] ?? {};
  const cssParts = Object.entries(parts).map(([name, description]) => ({ name, description }));
  if (cssParts.length > 0) element.cssParts = cssParts;
  // An element may have no event of its own.
  element.events = events.get(`${element.name}EventMap`) ?? [];
}

/**
 * @param {Syntax} ts
 * @param {Node} map
 */
function eventsOf(ts, map) {
  return map.members.map(({ name, type, jsDoc }) => ({
    name: name.text,
    type: { text: type?.getText().replace(/\s+/g, " ") ?? "Event" },
    description: ts.getTextOfJSDocComment(jsDoc?.at(-1)?.comment),
  }));
}
