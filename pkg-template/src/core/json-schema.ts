import { guardModule } from "./guard.js";
import { type InitSource, isReusable, ModuleLoader } from "./module-loader.js";
import {
  instantiateJsonSchema,
  instantiateJsonSchemaSync,
  RawJsonSchema,
  RawJudge,
  rawJsonSchemaPanicMessage,
  resetJsonSchema,
} from "./raw.js";

/** The default source of the module; `undefined` if the entry contains it. */
let findFile: (() => InitSource) | undefined;

/** The source that the page has set. */
let chosen: InitSource | undefined;

/** The module, where an entry has it in itself. */
let inlined: (() => BufferSource | WebAssembly.Module) | undefined;

let isLoaded = false;

/** The number of the module's current start: validators of an earlier start are lost. */
export let jsonSchemaStart = (): number => 1;

const loader = new ModuleLoader({
  file: "json_schema_bg.wasm",
  option: "jsonSchema",
  instantiate: instantiateJsonSchema,
  instantiateSync: instantiateJsonSchemaSync,
  ready() {
    isLoaded = true;
    jsonSchemaStart = guardModule(
      "JSON Schema module",
      [RawJsonSchema, RawJudge],
      rawJsonSchemaPanicMessage,
      resetJsonSchema,
    );
  },
});

/** For the entries of browsers: `find` gives the package's file, or throws. */
export function setJsonSchemaFile(find: () => InitSource): void {
  findFile = find;
}

/** For the entries that have the module in themselves: it is started, at once, when it is needed for the first time. */
export function inlineJsonSchema(module: () => BufferSource | WebAssembly.Module): void {
  inlined = module;
}

/** Stores the page's source of the module, for when it is needed. */
export function chooseJsonSchemaSource(source: InitSource): void {
  loader.requireSource(source);
  chosen = source;
}

/** Returns true if the JSON Schema module can be called. If it is part of the script, it can. */
export function isJsonSchemaReady(): boolean {
  if (!isLoaded && inlined) loader.loadSync(inlined());
  return isLoaded;
}

/** Loads the JSON Schema module, once; after a failure the next call tries again. */
export async function loadJsonSchema(): Promise<void> {
  if (isJsonSchemaReady()) return;
  const source = chosen;
  if (source !== undefined) {
    // A response can be read once: the next try takes the package's file.
    if (!isReusable(source)) chosen = undefined;
    await loader.load(source, true);
  } else if (findFile) await loader.loadFound(findFile);
}
