import { messageOf } from "../codec/describe.js";
import type { CoreToolError } from "../core/raw.js";
import type { RawSchema, SchemaFault, SchemaFaults } from "./raw.js";
import { type Engine, loadedEngine, whenEngineReady } from "./state.js";

/** One tool's schema for the engine: compiled when it is first needed, which for most tools is never. */
export class EngineSchema {
  readonly #schema: unknown;
  readonly #formats: boolean;
  #compiled: RawSchema | undefined;

  /** @param formats whether the formats in it are checked. */
  constructor(schema: unknown, formats: boolean) {
    this.#schema = schema;
    this.#formats = formats;
  }

  /** What is wrong with the schema itself. */
  faults(engine: Engine): readonly SchemaFault[] {
    return faultsOf(() => this.#compile(engine));
  }

  /**
   * What is wrong with argument text that the core could read; `undefined` when nothing is. At once when the engine is
   * loaded. Never throws or rejects: what could not be checked is an error.
   */
  validate(
    text: string,
    maxDepth: number,
  ): CoreToolError | undefined | Promise<CoreToolError | undefined> {
    const validateWith = (engine: Engine): CoreToolError | undefined => {
      try {
        const findings = this.#compile(engine).validate(text, maxDepth);
        if (!findings) return undefined;
        const { message, issues } = findings;
        return { category: "validation", message, retryable: false, validationErrors: issues };
      } catch (thrown) {
        return unchecked(thrown);
      }
    };
    const engine = loadedEngine();
    return engine ? validateWith(engine) : whenEngineReady().then(validateWith, unchecked);
  }

  #compile(engine: Engine): RawSchema {
    this.#compiled ??= new engine(JSON.stringify(this.#schema), this.#formats);
    return this.#compiled;
  }
}

/** The faults that a call into the engine throws. */
export function faultsOf(call: () => unknown): readonly SchemaFault[] {
  try {
    call();
    return [];
  } catch (thrown) {
    const faults = (thrown as Partial<SchemaFaults> | null)?.faults;
    if (!Array.isArray(faults)) throw thrown;
    return faults;
  }
}

function unchecked(thrown: unknown): CoreToolError {
  return {
    category: "transient",
    message: `The arguments could not be checked: ${messageOf(thrown)}`,
    retryable: true,
    code: "engine_unavailable",
  };
}
