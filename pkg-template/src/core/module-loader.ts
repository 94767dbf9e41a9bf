import { addressOf, fetchFault } from "../codec/address.js";
import { describe, messageOf } from "../codec/describe.js";
import { tagOf } from "../codec/safe-read.js";
import { type ModuleOption, ownFunctionOf, reachIt, serveIt, startIt } from "./load-advice.js";
import { readLocalFile } from "./local-file.js";

/**
 * The source of a wasm module: an address, a response, its bytes, a compiled module, or a promise of one of these. In
 * Node also a `file:` address or a path.
 */
export type InitSource = string | URL | Taken | Promise<Taken>;

/** The source that a module is started from. */
type Taken = Response | BufferSource | CompiledModule;

/**
 * Keeps options of `init()` or of `loadToolbox()` from being taken for a module: to TypeScript every object is a
 * `WebAssembly.Module`.
 */
type CompiledModule = WebAssembly.Module & {
  readonly core?: never;
  readonly jsonSchema?: never;
  readonly validator?: never;
  readonly toolbox?: never;
  readonly models?: never;
  readonly conversation?: never;
  readonly light?: never;
  readonly files?: never;
  readonly web?: never;
  readonly page?: never;
  readonly bash?: never;
};

/** The exports of the module. */
interface Exports {
  readonly memory: WebAssembly.Memory;
}

/** The source in a form that wasm-bindgen accepts. Addresses are fetched here, so that failures can be reported. */
type Input = Response | BufferSource | WebAssembly.Module;

/** A wasm module of the package, as wasm-bindgen generates its start. */
export interface LoadableModule {
  /** Its file in the package. */
  readonly file: string;
  /** The option of `init()` for its source, or its name if it has a function of its own. */
  readonly option: ModuleOption;
  instantiate(options: { module_or_path: Input }): Promise<Exports>;
  instantiateSync(options: { module: BufferSource | WebAssembly.Module }): Exports;
  /** It can be called now. */
  ready(exports: Exports): void;
}

/** Loads a module once. */
export class ModuleLoader {
  readonly #module: LoadableModule;
  #isReady = false;
  #hasBegun = false;
  #loading: Promise<void> | undefined;

  constructor(module: LoadableModule) {
    this.#module = module;
  }

  /**
   * While a load is under way or done, further calls share it; after a failure the next call tries again. A source that
   * a page has chosen is also tried when a load under way from elsewhere fails: an element in the page may have begun
   * one before the page could set the source.
   */
  load(source: InitSource, isChosen = false): Promise<void> {
    // Also when another source is used: whether one is, an author can't foresee.
    if (!isSource(source)) return Promise.reject(this.#notASource(source));
    this.#hasBegun = true;
    if (this.#isReady) return Promise.resolve();
    if (this.#loading) {
      return isChosen ? this.#loading.catch(() => this.load(source, true)) : this.#loading;
    }
    this.#loading = this.#instantiateFrom(source).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** Like `load()`, with a source that is only looked for when it is needed. Passes on the errors of `find`. */
  loadFound(find: () => InitSource): Promise<void> {
    if (this.#isReady) return Promise.resolve();
    return this.#loading ?? this.load(find());
  }

  /** Returns true if loading was requested. */
  get hasBegun(): boolean {
    return this.#hasBegun || this.#isReady;
  }

  /** @throws {TypeError} when a module can't come from there. */
  requireSource(source: unknown): void {
    if (!isSource(source)) throw this.#notASource(source);
  }

  /** Loads it at once, from bytes or a compiled module. */
  loadSync(module: BufferSource | WebAssembly.Module): void {
    if (this.#isReady) return;
    this.#finish(this.#module.instantiateSync({ module }));
  }

  async #instantiateFrom(source: InitSource): Promise<void> {
    const input = await this.#fetched(source);
    const response = asResponse(input);
    if (response) this.#assertWasm(response);
    const from = response?.url ? ` from ${addressOf(response.url)}` : "";
    const exports = await this.#module
      .instantiate({ module_or_path: input })
      .catch((cause: unknown) => {
        const what = `could not be started${from} (${messageOf(cause)})`;
        throw this.#failure(what, startIt(this.#module, cause), cause);
      });
    this.#finish(exports);
  }

  #finish(exports: Exports): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#module.ready(exports);
  }

  async #fetched(source: InitSource): Promise<Input> {
    const isUrl = isAddress(source);
    const bytes = isUrl ? this.#fromDisk(source) : undefined;
    if (bytes) return bytes;
    let input: Input;
    try {
      input = await (isUrl ? fetch(source) : source);
    } catch (thrown) {
      const cause = isUrl ? fetchFault(source, thrown) : thrown;
      const from = isUrl ? ` from ${addressOf(source)}` : "";
      const what = `could not be fetched${from} (${messageOf(cause)})`;
      throw this.#failure(what, reachIt(this.#module), cause);
    }
    if (!isInput(input)) throw this.#notASource(input);
    return input;
  }

  #fromDisk(source: string | URL): BufferSource | undefined {
    try {
      return readLocalFile(source);
    } catch (cause) {
      const what = `could not be read from ${addressOf(source)} (${messageOf(cause)})`;
      throw this.#failure(what, serveIt(this.#module), cause);
    }
  }

  #assertWasm(response: Response): void {
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && !type.startsWith("text/html")) return;
    const got = response.ok ? "an HTML page" : `HTTP status ${response.status}`;
    const what = `was expected at ${addressOf(response.url)}, which gave ${got}`;
    throw this.#failure(what, serveIt(this.#module));
  }

  #failure(what: string, advice: string, cause?: unknown): Error {
    return new Error(
      `ag-ui-lit: the wasm file ${this.#module.file} ${what}. ${advice}`,
      cause === undefined ? {} : { cause },
    );
  }

  #notASource(given: unknown): TypeError {
    const { file, option } = this.#module;
    const own = ownFunctionOf(option);
    return new TypeError(
      `ag-ui-lit: ${own?.load ?? "init"}() takes where ${file} comes from: its address, a Response or a promise ` +
        `of one, its bytes, or a WebAssembly.Module${own ? "" : "; or { core, jsonSchema, validator, toolbox, models, conversation }"}. It was given ` +
        `${inWords(given)}.`,
    );
  }
}

function isAddress(source: unknown): source is string | URL {
  return typeof source === "string" || tagOf(source) === "URL";
}

/** By its name: it may come from another window, and a test environment may know no responses. */
function asResponse(input: Input): Response | undefined {
  return tagOf(input) === "Response" ? (input as Response) : undefined;
}

/** By their names: they may come from another window. */
function isInput(source: unknown): source is Input {
  return (
    ArrayBuffer.isView(source) ||
    ["Response", "ArrayBuffer", "WebAssembly.Module"].includes(tagOf(source))
  );
}

/** Returns true if the source can be used again: a response can be read only once. */
export function isReusable(source: InitSource): boolean {
  return isAddress(source) || (isInput(source) && tagOf(source) !== "Response");
}

/** Returns true if the value looks like a source of a module. */
export function isSource(source: unknown): source is InitSource {
  const isPromise = typeof (source as PromiseLike<unknown> | null)?.then === "function";
  return isAddress(source) || isPromise || isInput(source);
}

function inWords(given: unknown): string {
  if (tagOf(given) !== "Object") return describe(given);
  const keys = Object.keys(given as object).join(", ");
  return keys ? `an object with ${keys}` : "an empty object";
}
