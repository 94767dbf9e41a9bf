import { describe } from "../codec/describe.js";
import { isObject, read, tagOf } from "../codec/safe-read.js";
import { loadCore } from "../core/init.js";
import { chooseJsonSchemaSource, loadJsonSchema } from "../core/json-schema.js";
import { type InitSource, isSource } from "../core/module-loader.js";
import { loadOffered, type OfferedModule, type OfferedSource } from "../core/offered-loaders.js";
import { refuseUnknown } from "../options/unknown-options.js";
import type { ToolboxSources } from "../toolbox/module/parts.js";
import { runEarly } from "../tools/register-early.js";
import { setProvider, wantsJsonSchemaModule } from "../validation/choose.js";
import type { JsonSchemaValidatorProvider } from "../validation/provider.js";

/** Options of `init()`. */
export interface InitOptions {
  /** The source of the core (`core_bg.wasm`); by default, and with `true`, the file of the package. */
  readonly core?: OfferedSource;
  /** The source of the JSON Schema module (`json_schema_bg.wasm`); by default, and with `true`, the file of the package. */
  readonly jsonSchema?: OfferedSource;
  /**
   * What validates plain JSON Schemas in the place of the JSON Schema module, which is then never loaded. Counts for the
   * tools that are defined from then on: each keeps the validator it got. `false`: the module is not loaded before
   * `registerTool()` is given a tool that needs it.
   */
  readonly validator?: JsonSchemaValidatorProvider | false;
  /**
   * Loads the toolbox too, as `loadToolbox()` does: from a source, `true` for all its parts from the package, or `{ files: true }`
   * for some. Import `ag-ui-lit/toolbox` before.
   */
  readonly toolbox?: OfferedSource | ToolboxSources;
  /** Loads the module of models too, as `loadModels()` does. Import `ag-ui-lit/providers` or `ag-ui-lit/text` before. */
  readonly models?: OfferedSource;
  /** Loads the module of conversations too, as `loadConversation()` does. Import `ag-ui-lit/server` before. */
  readonly conversation?: OfferedSource;
}

/**
 * Loads the core in a browser, and alongside it the module that validates plain JSON Schemas. Call it once before anything
 * else; further calls share the first one's load, and a load that failed may be tried again. A page with an
 * `<ag-ui-agent>` needs no `init()`: the element loads the core, and the module when a tool needs it.
 *
 * @param given where the core comes from: an address, a response, bytes or a compiled module; or options. The files of
 * the package when absent.
 * @returns a promise that rejects with an error that says which file could not be loaded, why, and what to do; with a
 * `TypeError` when it was given something else.
 *
 * @example
 * ```ts
 * await init();
 * await init("/static/core_bg.wasm");
 * await init({ validator: false }); // a page whose tools all have a zod, valibot or arktype schema
 * await init({ toolbox: { files: true }, models: "/static/models_bg.wasm" }); // beside the core
 * ```
 */
export async function init(given?: InitSource | InitOptions): Promise<void> {
  const { core, ...options } = applyOptions(given);
  const loads = [loadCore(core === true ? undefined : core), ...loadOthers(options)];
  if (wantsJsonSchemaModule()) loads.push(loadJsonSchema());
  const results = await Promise.allSettled(loads);
  runEarly();
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Reads what `init()` was given, and takes of it what does not have to be loaded. */
export function applyOptions(given: InitSource | InitOptions | undefined): InitOptions {
  if (given === undefined) return {};
  if (!isOptions(given)) return { core: given };
  refuseUnknown("init()", given, [...["core", "jsonSchema", "validator"], ...offered]);
  const { jsonSchema, validator } = given;
  if (validator !== undefined && !isProvider(validator)) throw noProvider(validator);
  if (jsonSchema !== undefined && jsonSchema !== true) chooseJsonSchemaSource(jsonSchema);
  if (validator !== undefined) setProvider(validator);
  // Work that waited for the module may not need it any more.
  runEarly();
  return given;
}

/** Loads the modules that `init()` loads only when it is told to. */
export function loadOthers(options: InitOptions): Promise<void>[] {
  return offered
    .filter((module) => options[module] !== undefined)
    .map((module) => loadOffered(module, options[module]));
}

const offered: readonly OfferedModule[] = ["toolbox", "models", "conversation"];

/** Loading refuses values that are neither options nor a source. */
function isOptions(given: unknown): given is InitOptions {
  return isObject(given) && tagOf(given) === "Object" && !isSource(given);
}

function isProvider(given: unknown): boolean {
  return given === false || (isObject(given) && typeof read(given, "getValidator") === "function");
}

function noProvider(given: unknown): TypeError {
  return new TypeError(
    "ag-ui-lit: init({ validator }) takes false, or an object whose getValidator(schema) gives a function of the value, " +
      `as the jsonSchemaValidator of the MCP SDK has. It was given ${describe(given)}.`,
  );
}
