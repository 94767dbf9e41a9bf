import { describe } from "../codec/describe.js";
import { isObject, isPromiseLike } from "../codec/safe-read.js";
import { refusedFor, unchecked } from "./refusal.js";
import type { JsonSchema } from "./schema-object.js";
import type { ArgumentsValidator, GivenArguments, Verdict } from "./validator.js";

/** The answer of a provider's validator. */
export interface JsonSchemaValidatorResult {
  /** Whether the value matches the schema. */
  readonly valid: boolean;
  /** The value, where the validator made something of it: defaults filled in, for one. It reaches the handler. */
  readonly data?: unknown;
  /** The error in the value, as a message for the model. */
  readonly errorMessage?: string | undefined;
}

/**
 * Validates plain JSON Schemas in the place of the package's own module. It has the shape of the MCP TypeScript SDK's
 * `jsonSchemaValidator`, so that its ajv and cfworker adapters fit as they are.
 *
 * @example
 * ```ts
 * await init({ validator: new CfWorkerJsonSchemaValidator() });
 * ```
 */
export interface JsonSchemaValidatorProvider {
  /** Makes the validator of a schema. An exception is an error in the tool's definition. */
  getValidator(schema: JsonSchema): (input: unknown) => JsonSchemaValidatorResult;
}

/** A page's own validator of a JSON Schema. It judges the value, and has to answer at once. */
export class ProvidedValidator implements ArgumentsValidator {
  readonly #validate: (input: unknown) => unknown;

  /** @throws the provider's error for the schema, and a `TypeError` if it returns no validator. */
  constructor(provider: JsonSchemaValidatorProvider, schema: JsonSchema) {
    const validate: unknown = provider.getValidator(schema);
    if (typeof validate !== "function") {
      throw new TypeError(
        `getValidator() of init({ validator }) gave ${describe(validate)}, not a function`,
      );
    }
    this.#validate = (input) => Reflect.apply(validate, undefined, [input]);
  }

  validate(args: GivenArguments): Verdict {
    try {
      return verdictOf(this.#validate(args.fresh()));
    } catch (thrown) {
      return unchecked(`the page's validator threw: ${describe(thrown)}`, thrown);
    }
  }
}

function verdictOf(result: unknown): Verdict {
  if (isPromiseLike(result)) {
    // Its outcome is not used.
    result.then(undefined, () => {});
    return unchecked(
      "the page's validator answered with a promise, and has to answer at once",
      result,
    );
  }
  // Each read once: a getter may answer differently the second time.
  const { valid, data, errorMessage } = isObject(result) ? (result as Answer) : nothing;
  if (valid === true) {
    return data === undefined ? { accepted: true } : { accepted: true, output: { value: data } };
  }
  if (valid !== false) {
    const answer = `the page's validator answered ${describe(result)}, not { valid: true or false }`;
    return unchecked(answer, result);
  }
  const isText = typeof errorMessage === "string" && errorMessage.trim() !== "";
  const message = isText ? errorMessage : "the page's validator refuses them, and does not say why";
  return refusedFor([{ path: [], message }]);
}

type Answer = { readonly [Field in keyof JsonSchemaValidatorResult]?: unknown };

const nothing: Answer = {};
