/** Where a wasm module may come from: an address, a response under way, its bytes, or a compiled module. */
export type InitSource =
  | string
  | URL
  | Response
  | Promise<Response>
  | BufferSource
  | WebAssembly.Module;

/** What every module exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
}

/** A wasm module of the package, as wasm-bindgen generates its start. */
export interface LoadableModule {
  /** Its file in the package. */
  readonly file: string;
  instantiate(options: { module_or_path: Exclude<InitSource, string | URL> }): Promise<Exports>;
  instantiateSync(options: { module: BufferSource }): Exports;
  /** It can be called now. */
  ready(exports: Exports): void;
}

/** Loads a module once. */
export class ModuleLoader {
  readonly #module: LoadableModule;
  #isReady = false;
  #loading: Promise<void> | undefined;

  constructor(module: LoadableModule) {
    this.#module = module;
  }

  /**
   * While a load is under way or done, further calls share it; after a failure the next call tries again. A source that
   * a page has chosen is also tried when a load under way from elsewhere fails: an element in the page may have begun one
   * before the page could say where the file is.
   */
  load(source: InitSource, isChosen = false): Promise<void> {
    if (this.#isReady) return Promise.resolve();
    if (this.#loading) {
      return isChosen ? this.#loading.catch(() => this.load(source)) : this.#loading;
    }
    this.#loading = this.#instantiateFrom(source).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** Loads it at once, from bytes. */
  loadSync(bytes: BufferSource): void {
    if (this.#isReady) return;
    this.#finish(this.#module.instantiateSync({ module: bytes }));
  }

  async #instantiateFrom(source: InitSource): Promise<void> {
    const isAddress = typeof source === "string" || source instanceof URL;
    const input = isAddress ? await this.#fetch(source) : await source;
    if (input instanceof Response) this.#assertWasm(input);
    this.#finish(await this.#module.instantiate({ module_or_path: input }));
  }

  #finish(exports: Exports): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#module.ready(exports);
  }

  async #fetch(address: string | URL): Promise<Response> {
    try {
      return await fetch(address);
    } catch (cause) {
      const what = `${this.#module.file} could not be fetched from ${address}`;
      throw new Error(`ag-ui-lit: ${what}. ${this.#hint}`, { cause });
    }
  }

  #assertWasm(response: Response): void {
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && !type.startsWith("text/html")) return;
    const got = response.ok ? "an HTML page" : `HTTP status ${response.status}`;
    const what = `expected the wasm file ${this.#module.file} at ${response.url}, got ${got}`;
    throw new Error(`ag-ui-lit: ${what}. ${this.#hint}`);
  }

  get #hint(): string {
    return (
      `Serve the package's dist/generated/${this.#module.file} and pass its address to init(), ` +
      'or import "ag-ui-lit/inline".'
    );
  }
}
