import { guardCore } from "./guard.js";
import { instantiate, instantiateSync } from "./raw.js";
import { isReady, markReady } from "./state.js";

/** Where the wasm may come from: an address, a response under way, its bytes, or a compiled module. */
export type InitSource =
  | string
  | URL
  | Response
  | Promise<Response>
  | BufferSource
  | WebAssembly.Module;

let loading: Promise<void> | undefined;

/**
 * Loads the core once. While a load is under way or done, further calls share it; after a failure the next call
 * tries again. A source that a page has chosen is also tried when a load under way from elsewhere fails: an element
 * in the page may have begun one before the page could say where the file is.
 */
export function load(source: InitSource, isChosen = false): Promise<void> {
  if (isReady()) return Promise.resolve();
  if (loading) return isChosen ? loading.catch(() => load(source)) : loading;
  loading = instantiateFrom(source).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Loads the core at once, from bytes. */
export function loadSync(bytes: BufferSource): void {
  if (isReady()) return;
  instantiateSync({ module: bytes });
  finish();
}

async function instantiateFrom(source: InitSource): Promise<void> {
  const isAddress = typeof source === "string" || source instanceof URL;
  const input = isAddress ? await fetchWasm(source) : await source;
  if (input instanceof Response) assertWasm(input);
  await instantiate({ module_or_path: input });
  if (!isReady()) finish();
}

function finish(): void {
  guardCore();
  markReady();
}

async function fetchWasm(address: string | URL): Promise<Response> {
  try {
    return await fetch(address);
  } catch (cause) {
    throw new Error(`ag-ui-lit: the core could not be fetched from ${address}. ${hint}`, { cause });
  }
}

function assertWasm(response: Response): void {
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && !type.startsWith("text/html")) return;
  const got = response.ok ? "an HTML page" : `HTTP status ${response.status}`;
  throw new Error(
    `ag-ui-lit: expected the core's wasm file at ${response.url}, got ${got}. ${hint}`,
  );
}

const hint =
  'Serve the package\'s dist/generated/core_bg.wasm and pass its address to init(), or import "ag-ui-lit/inline".';
