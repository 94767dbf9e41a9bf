import { isArray } from "../codec/safe-read.js";
import type { ToolExecutionResult } from "../execution/types.js";
import { loadRawModels } from "../models/load.js";
import type { RawProvider } from "../models/raw.js";
import { checkOptions } from "../options/check-options.js";
import { aFlag } from "../options/rules.js";
import type { JsonSchema, ToolMetadata } from "../tools/types.js";
import { CallReader } from "./call-reader.js";
import type { LiftedCall, Loss } from "./calls.js";
import { asking, toText } from "./crossing.js";
import type { ProviderForms, StrictProviderName } from "./forms.js";
import { answered } from "./outcomes.js";

/** An API that tools are written for. */
export type ProviderName = keyof ProviderForms;

/** Options of an API's tools. */
export interface ProviderOptions<Name extends ProviderName> {
  /**
   * Whether the API makes the model keep to the schema, where it can. Its changes to the schema are undone in the calls
   * that come back. A tool whose schema can't be expressed so is sent without strict mode, which `losses` reports.
   */
  readonly strict?: Name extends StrictProviderName ? boolean : never;
}

/** A tool for an API: one of a registry, or one of a client's list, such as the `tools` of a model's request. */
type LowerableTool = {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly metadata?: Pick<ToolMetadata, "idempotent"> | undefined;
};

/** A source of tools: a `ToolRegistry`, or a list of tools. */
export type ToolSource = readonly LowerableTool[] | { readonly all: readonly LowerableTool[] };

/** Tools in an API's own form, with the conversion losses. */
export interface LoweredTools<Name extends ProviderName> {
  /** For the API, as its vendor's client takes them. */
  readonly tools: ProviderForms[Name]["tool"][];
  /** Conversion losses: the parts of the tools that were not sent as they are. */
  readonly losses: readonly Loss[];
}

/**
 * Makes what stands between a registry and an API. The first one loads the module behind it.
 *
 * @throws {TypeError} for an unknown name, and for an invalid option.
 * @throws {Error} when the module can't be loaded.
 *
 * @example
 * ```ts
 * const anthropic = await provider("anthropic");
 * const { tools, losses } = anthropic.lower(registry);
 * const answer = await client.messages.create({ ...request, tools });
 * const calls = anthropic.lift(answer);
 * ```
 */
export async function provider<Name extends ProviderName>(
  name: Name,
  options: ProviderOptions<Name> = {},
): Promise<Provider<Name>> {
  checkOptions<{ strict?: unknown }>("provider", options, { strict: aFlag });
  const models = await loadRawModels();
  let raw: RawProvider;
  try {
    raw = new models.RawProvider(String(name), options.strict === true);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`ag-ui-lit: provider(): ${why}.`, { cause });
  }
  return new Provider(name, raw);
}

/** A registry's tools for one API, that API's calls, and their results. Made by `provider()`. */
export class Provider<Name extends ProviderName> {
  /** The name of the API. */
  readonly name: Name;
  readonly #raw: RawProvider;

  /** @internal */
  constructor(name: Name, raw: RawProvider) {
    this.name = name;
    this.#raw = raw;
  }

  /**
   * Writes tools for the API. Calls that come back are read by what the tools were last, so ask for them before each
   * request, and once for it.
   *
   * @throws {TypeError} if it is neither a registry nor a list of its tools.
   */
  lower(source: ToolSource): LoweredTools<Name> {
    const tools = isArray(source) ? source : source?.all;
    if (!isArray(tools)) {
      throw new TypeError("ag-ui-lit: lower() takes a ToolRegistry, or a list of its tools.");
    }
    const told = tools.map(({ name, description, parameters, metadata }) => {
      return { name, description, parameters, idempotent: metadata?.idempotent };
    });
    const text = toText("a tool", told);
    return asking("lower()", () => this.#raw.lower(text));
  }

  /**
   * Decodes the calls of a whole answer, in its order; empty for one without calls.
   *
   * @throws {TypeError} if it is not plain data.
   */
  lift(answer: ProviderForms[Name]["answer"]): LiftedCall[] {
    const text = toText("an answer", answer);
    return asking("lift()", () => this.#raw.lift(text));
  }

  /** Makes a reader of the calls in a streamed answer. */
  reader(): CallReader<Name> {
    return new CallReader(this.#raw);
  }

  /**
   * Results for the API: the outcome of each call, in the order of the calls. A call without one is answered as not
   * run, or with its `issue`. The model gets the readable parts: a result's text, and the images of an `output` with
   * MCP's `content`.
   *
   * @throws {TypeError} if they are not lists of calls and their outcomes.
   */
  results(
    calls: readonly LiftedCall[],
    outcomes: readonly (ToolExecutionResult | undefined)[],
  ): ProviderForms[Name]["results"] {
    if (!isArray(calls) || !isArray(outcomes)) {
      throw new TypeError("ag-ui-lit: results() takes a list of calls, and one of their outcomes.");
    }
    const text = toText(
      "an outcome",
      calls.map((call, index) => answered(call, outcomes[index])),
    );
    return asking("results()", () => this.#raw.results(text));
  }
}
