import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe } from "../codec/describe.js";
import { isArray, isObject, isPromiseLike } from "../codec/safe-read.js";
import { isToolFailure } from "../errors/tool-failure.js";
import { refusedBy, refusedFor, unchecked } from "./refusal.js";
import type { ArgumentsValidator, GivenArguments, Verdict } from "./validator.js";

/** A schema library's validator, as Standard Schema exposes it. */
export type StandardValidate = StandardSchemaV1.Props["validate"];

/**
 * A Standard Schema's own validator (zod, valibot, arktype), which may answer at once or later, throw, or answer
 * nonsense. The handler gets its output.
 */
export class StandardSchemaValidator implements ArgumentsValidator {
  readonly #validate: StandardValidate;

  constructor(validate: StandardValidate) {
    this.#validate = validate;
  }

  validate(args: GivenArguments): Verdict | Promise<Verdict> {
    try {
      const result: unknown = this.#validate(args.fresh());
      return isPromiseLike(result) ? later(result) : verdictOf(result);
    } catch (thrown) {
      return unchecked(describe(thrown), thrown);
    }
  }
}

async function later(result: PromiseLike<unknown>): Promise<Verdict> {
  try {
    return verdictOf(await result);
  } catch (thrown) {
    return unchecked(describe(thrown), thrown);
  }
}

/**
 * A result has `value`, or `issues` for a failure (https://standardschema.dev). It may be anything, also an object that
 * throws when it is read.
 */
function verdictOf(result: unknown): Verdict {
  if (!isObject(result)) return unchecked("its validator gave no result", result);
  const { issues, value, refusal } = result as {
    issues?: unknown;
    value?: unknown;
    refusal?: unknown;
  };
  if (issues === undefined) {
    if ("value" in result) return { accepted: true, output: { value } };
    return unchecked("its validator gave no value", result);
  }
  if (!isArray(issues) || issues.length === 0) {
    return unchecked("its validator gave no issues", result);
  }
  // A tool in Rust may refuse because of the current state, with its own message.
  return isToolFailure(refusal) ? refusedBy(refusal) : refusedFor(issues);
}
