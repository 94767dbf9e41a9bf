/**
 * The shared state of all copies of ag-ui-lit on one page: a script from a CDN next to a bundle, two versions in one
 * bundle. Each has a core of its own; the global registry is one, kept by the copy whose core was loaded first.
 */
import { messageOf } from "../codec/describe.js";
import { isObject, read, readText } from "../codec/safe-read.js";
import type { ToolStats } from "../core/raw.js";
import { scriptAddress, version } from "../core/version.js";
import type { ArgumentsValidator } from "../validation/validator.js";
import type { ToolRegistry } from "./registry.js";

/** A tool as another copy's core can take it. */
export interface ToolOfOtherCopy {
  /** The definition's JSON text, as the core reads it. */
  readonly definition: string;
  /** The validator of its arguments, from the other copy. */
  readonly validator: ArgumentsValidator;
  /** Registers a source of the tool's statistics in another copy. */
  reportStats(stats: () => ToolStats | undefined): void;
}

/** The modules that a copy needs before it accepts a definition, in addition to its core. */
export interface DefinitionNeeds {
  /** Returns true if a definition must wait. Accepts any value. */
  hasToWait(definition: unknown): boolean;
  /** Loads missing modules; after a failure the next call tries again. */
  load(): Promise<void>;
}

/** The state that the copies share. Its shape is a contract between versions: change `protocol` whenever it changes. */
export interface Copies {
  readonly protocol: 3;
  /** The version of the copy that came first. */
  readonly version: string;
  /** Its script's address, where it is known. */
  readonly address: string | undefined;
  /** The global registry, once a copy has its core. */
  registry: ToolRegistry | undefined;
  /** The modules that the copy with the registry needs before it accepts a definition. */
  needs: DefinitionNeeds | undefined;
  /** The `globalToolRegistry` of each copy. */
  readonly handles: WeakSet<object>;
  /** Called when there is a registry. */
  readonly waiting: Set<() => void>;
  /** Asked for tools that another copy has defined. */
  readonly sources: Set<(tool: object) => ToolOfOtherCopy | undefined>;
  /** The registries that an event of a document has reached already. */
  readonly served: WeakMap<Event, WeakSet<object>>;
  /** Forms, by the handlers of the tools that they are: the registry may be another copy's than the forms. */
  readonly forms: WeakMap<object, object>;
}

const slot = Symbol.for("ag-ui-lit");

let joined: Copies | undefined;

/** The state shared with the other copies; a private one if sharing is impossible. */
export function copies(): Copies {
  joined ??= join();
  return joined;
}

/** A tool that another copy has defined. */
export function foreignSource(tool: object): ToolOfOtherCopy | undefined {
  for (const sourceOf of copies().sources) {
    const source = sourceOf(tool);
    if (source) return source;
  }
  return undefined;
}

/** Returns true if an event reaches a registry for the first time, in any copy. */
export function isFirstToServe(event: Event, registry: object): boolean {
  const { handles, served } = copies();
  const known = served.get(event) ?? new WeakSet();
  served.set(event, known);
  // Each copy's global registry is the same one.
  const key = handles.has(registry) ? handles : registry;
  if (known.has(key)) return false;
  known.add(key);
  return true;
}

let conflict: string | undefined;

/**
 * Warns, once, that an `<ag-ui-agent>` of another copy can't see the tools of this copy's global registry, with the
 * reason.
 */
export function warnOfConflict(): void {
  copies();
  if (conflict === undefined) return;
  console.warn(conflict);
  conflict = undefined;
}

function join(): Copies {
  const own: Copies = {
    protocol: 3,
    version,
    address: scriptAddress(),
    registry: undefined,
    needs: undefined,
    handles: new WeakSet(),
    waiting: new Set(),
    sources: new Set(),
    served: new WeakMap(),
    forms: new WeakMap(),
  };
  try {
    const found: unknown = Reflect.get(globalThis, slot);
    if (isCompatible(found)) return found;
    if (found !== undefined) conflict = conflictWith(found);
    else if (!Reflect.defineProperty(globalThis, slot, { value: own })) {
      // Sharing is impossible here. This copy defines its element later: an existing one belongs to another copy.
      const isOther = globalThis.customElements?.get("ag-ui-agent") !== undefined;
      if (isOther) conflict = otherCopy("(its version is unknown)");
    }
  } catch (thrown) {
    conflict = otherCopy(`(it can't be asked: ${messageOf(thrown)})`);
  }
  return own;
}

function isCompatible(found: unknown): found is Copies {
  if (!isObject(found) || read(found, "protocol") !== 3) return false;
  return (
    majorOf(readText(found, "version")) === majorOf(version) &&
    isMutable(found, "registry") &&
    isMutable(found, "needs") &&
    isRegistry(read(found, "registry")) &&
    [read(found, "waiting"), read(found, "sources")].every((set) => set instanceof Set) &&
    read(found, "handles") instanceof WeakSet &&
    [read(found, "served"), read(found, "forms")].every((map) => map instanceof WeakMap)
  );
}

function isMutable(found: object, key: string): boolean {
  return Object.getOwnPropertyDescriptor(found, key)?.writable === true;
}

/** Returns true for something that looks like a registry, or if there is none yet. */
function isRegistry(found: unknown): boolean {
  return (
    found === undefined ||
    (found instanceof EventTarget && typeof read(found, "register") === "function")
  );
}

function majorOf(version: string | undefined): string | undefined {
  return version?.split(".")[0];
}

function conflictWith(found: unknown): string {
  const theirs = isObject(found) ? readText(found, "version") : undefined;
  if (theirs === undefined) return otherCopy("(its version is unknown)");
  const address = readText(found as object, "address");
  return otherCopy(`${theirs.slice(0, 40)}${address ? ` from ${address.slice(0, 200)}` : ""}`);
}

function otherCopy(which: string): string {
  const address = scriptAddress();
  return (
    `ag-ui-lit: this page has two copies that can't share their global registry. In charge is ag-ui-lit ${which}, ` +
    `which came first; tools that are registered with this copy, ${version}${address ? ` from ${address}` : ""}, are ` +
    "not offered by its <ag-ui-agent>. Load one version only, or dispatch ag-ui-tool-register on the document."
  );
}
