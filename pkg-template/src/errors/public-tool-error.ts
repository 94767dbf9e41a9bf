import { wellFormed } from "../codec/truncate.js";
import type { ToolErrorCategory } from "../core/raw.js";
import { publicFailure, spokenByTool } from "./public-failure.js";
import type { ToolError } from "./tool-error.js";
import { isCategory } from "./tool-failure.js";

/** A tool's failure as a model and a client may read it. */
export interface PublicToolError {
  /** Without the thrown value. */
  readonly error: ToolError;
  /** The id in the server's log, where that has more. */
  readonly id: string | undefined;
}

/**
 * A tool's failure on a server for a model and a client: message and code of a `ToolFailure`, else a sentence of this
 * package for the category. Other messages may have any source: the driver of a database, a schema that a handler has
 * checked a row with, a tool that threw another one's failure.
 */
export function publicToolError(error: ToolError, toolName: string): PublicToolError {
  const { code, retryAfter } = error;
  // A page's own manager may give anything.
  const category: ToolErrorCategory = isCategory(error.category) ? error.category : "unknown";
  const refused = code === undefined ? undefined : refusals.get(code);
  const said = refused ?? words[category];
  const otherwise = { code: refused && code ? code : "", message: said(shown(toolName)) };
  const failure = publicFailure(error.cause, otherwise, spokenByTool);
  return {
    id: failure.id,
    error: {
      category,
      message: failure.message,
      retryable: error.retryable === true,
      ...(failure.code !== "" && { code: failure.code }),
      ...(typeof retryAfter === "number" && { retryAfter }),
    },
  };
}

/** An error of this package's own, of which the log has the details. */
export function withId(error: ToolError): PublicToolError {
  const words = { code: error.code ?? "", message: error.message };
  const { id, message } = publicFailure(undefined, words);
  return { id, error: { ...error, message } };
}

/** The same for a value thrown by code that may not throw: nothing is known of it. */
export function unexpectedToolError(
  thrown: unknown,
  toolName: string,
  code: string,
): PublicToolError {
  const { id, message } = publicFailure(thrown, {
    code,
    message: words.unknown(shown(toolName)),
  });
  return { id, error: { category: "permanent", message, retryable: false, code } };
}

/**
 * Returns true for an error in arguments, which the model has written and has to correct. A validator that threw, or
 * that could not be asked, has no finding about them.
 */
export function isRefusal(error: ToolError | undefined): error is ToolError {
  return error?.category === "validation" && error.cause === undefined;
}

/** A copy without the thrown value. */
export function refusedArguments({ cause: _, validationErrors, ...error }: ToolError): ToolError {
  const issues = validationErrors?.map((issue) => Object.freeze({ ...issue }));
  return { ...error, ...(issues && { validationErrors: issues }) };
}

type Words = (name: string) => string;

/** A model may have made it up. */
function shown(toolName: string): string {
  return wellFormed(toolName.slice(0, LONGEST_NAME));
}

const LONGEST_NAME = 100;

const hasFailed: Words = (name) => `The tool "${name}" failed.`;

/** By the code of the policy that did not let a tool run. */
const refusals: ReadonlyMap<string, Words> = new Map<string, Words>([
  [
    "circuit_open",
    (name) => `The tool "${name}" was not run: it failed too often. Try it again later.`,
  ],
  [
    "rate_limited",
    (name) => `The tool "${name}" was not run: it is called too often. Try it again later.`,
  ],
]);

const words: Readonly<Record<ToolErrorCategory, Words>> = {
  execution: hasFailed,
  permanent: hasFailed,
  unknown: hasFailed,
  validation: hasFailed,
  cancelled: (name) => `The call of the tool "${name}" was cancelled.`,
  timeout: (name) =>
    `The tool "${name}" did not finish in time. It is not known whether it took effect.`,
  transient: (name) => `The tool "${name}" failed. Trying it again later may help.`,
};
