import { messageOf } from "../codec/describe.js";
import { isError, isObject, readText } from "../codec/safe-read.js";
import { jsonSchemaStart } from "../core/json-schema.js";
import {
  type DefinitionIssue,
  RawJsonSchema,
  type RawJudge,
  type ValidationIssue,
} from "../core/raw.js";
import { schemaErrorOf } from "../errors/categorize-error.js";
import {
  type ArgumentsJudge,
  type ArgumentsValidator,
  argumentsFault,
  type GivenArguments,
  type Verdict,
} from "./validator.js";

/** Options for compiling a schema. */
export interface JsonSchemaRules {
  /** Whether `format` is checked. */
  readonly formats: boolean;
}

/** The module's result for a schema: a validator, or every issue with its path within the schema. */
export type Compiled =
  | { readonly validator: JsonSchemaValidator }
  | { readonly issues: readonly DefinitionIssue[] };

/**
 * A plain JSON Schema, compiled by the JSON Schema module. It validates the text, which is more precise than a value.
 */
export class JsonSchemaValidator implements ArgumentsValidator {
  /** The source of the validator, to compile it again after a restart of the module. */
  readonly #compile: () => RawJsonSchema;
  #schema: RawJsonSchema;
  #start = jsonSchemaStart();
  /** True if there is nothing to judge. */
  readonly #takesAll: boolean;

  private constructor(schema: RawJsonSchema, compile: () => RawJsonSchema) {
    this.#schema = schema;
    this.#compile = compile;
    this.#takesAll = schema.takesEveryObject();
  }

  /** Needs the module. */
  static compile(schema: unknown, { formats }: JsonSchemaRules): Compiled {
    const text = JSON.stringify(schema);
    const compile = () => RawJsonSchema.compile(text, { formats });
    const raw = compile();
    const issues = raw.issues();
    if (issues.length === 0) return { validator: new JsonSchemaValidator(raw, compile) };
    raw.free();
    return { issues };
  }

  validate(args: GivenArguments): Verdict {
    return answered(() => {
      // Read in any case: arguments that JSON can't express are refused regardless of the schema.
      const { text, maxDepth } = args;
      return this.#takesAll ? [] : this.#compiled().validate(text, maxDepth);
    });
  }

  free(): void {
    this.#schema.free();
  }

  #compiled(): RawJsonSchema {
    if (this.#start !== jsonSchemaStart()) {
      this.#schema = this.#compile();
      this.#start = jsonSchemaStart();
    }
    return this.#schema;
  }

  judge(maxDepth: number): ArgumentsJudge | undefined {
    if (this.#takesAll) return undefined;
    try {
      return new JsonSchemaJudge(this.#compiled().judge(maxDepth));
    } catch {
      // The module has stopped: the final validation will report it.
      return undefined;
    }
  }
}

/** Judges streamed parts. If the judge can't continue, the validation of the whole decides. */
class JsonSchemaJudge implements ArgumentsJudge {
  readonly #raw: RawJudge;
  #isBroken = false;

  constructor(raw: RawJudge) {
    this.#raw = raw;
  }

  push(delta: string): boolean {
    if (this.#isBroken) return true;
    try {
      return this.#raw.push(delta);
    } catch {
      this.#isBroken = true;
      return true;
    }
  }

  end(): Verdict | undefined {
    return this.#isBroken ? undefined : answered(() => this.#raw.end());
  }

  free(): void {
    this.#isBroken = true;
    this.#raw.free();
  }
}

function answered(ask: () => readonly ValidationIssue[]): Verdict {
  try {
    const issues = ask();
    return issues.length === 0 ? valid : { accepted: false, error: schemaErrorOf(issues) };
  } catch (thrown) {
    return { accepted: false, error: notJudged(thrown) };
  }
}

const valid: Verdict = Object.freeze({ accepted: true });

/** Arguments that JSON can't express are the caller's error; any other error is the module's, which has stopped. */
function notJudged(thrown: unknown) {
  const message = messageOf(thrown);
  // By its name: another copy of the package may run the tool.
  if (isError(thrown) && readText(thrown, "name") === argumentsFault) {
    return { category: "validation", message, retryable: false } as const;
  }
  const code = isObject(thrown) ? readText(thrown, "code") : undefined;
  return {
    category: "permanent",
    message,
    retryable: false,
    ...(code !== undefined && { code }),
    cause: thrown,
  } as const;
}
