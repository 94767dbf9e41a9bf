import { isObject, read, readText } from "../../codec/safe-read.js";
import { httpFactsOf } from "../../errors/http-facts.js";
import { isModelFailure, ModelFailure } from "../../errors/model-failure.js";
import type { Ending } from "./vendor-api.js";

/**
 * A vendor's error in a sentence of our own: its text may quote a key, an account or a prompt, and goes to the server's log alone, as the
 * `cause`. Gives a value back as it is if it is not known what it means.
 */
export function vendorFailure(thrown: unknown): unknown {
  if (isModelFailure(thrown) || !isObject(thrown)) return thrown;
  const { status } = httpFactsOf(thrown);
  if (status === undefined && isUnreachable(thrown)) {
    return new ModelFailure(UNREACHABLE, { code: "model_unavailable", cause: thrown });
  }
  const row = status === undefined ? undefined : rows.find(([isSo]) => isSo(status));
  if (!row) return thrown;
  const [, code, message] = row;
  return new ModelFailure(message, { code, cause: thrown });
}

const UNREACHABLE = "The model's service can't be reached.";

/** Returns true for an error with a code of the system's at the end of its causes, such as `ECONNREFUSED`. */
function isUnreachable(thrown: object, depth = 0): boolean {
  if (/^E[A-Z_]{3,}$/.test(readText(thrown, "code") ?? "")) return true;
  const cause = read(thrown, "cause");
  return depth < 5 && isObject(cause) && isUnreachable(cause, depth + 1);
}

const rows: readonly [isSo: (status: number) => boolean, code: string, message: string][] = [
  [
    (status) => status === 401 || status === 403,
    "model_unauthorized",
    "The model's service did not accept this server's credentials.",
  ],
  [(status) => status === 429, "model_busy", "The model is busy. Try again in a minute."],
  [
    (status) => status === 413,
    "model_request_too_long",
    "The conversation is too long for the model.",
  ],
  [
    (status) => status >= 400 && status < 500 && status !== 408,
    "model_request",
    "The model's service did not accept the request.",
  ],
  [
    (status) => status >= 500 || status === 408,
    "model_unavailable",
    "The model's service is not available. Try again later.",
  ],
];

/** Returns the failure of an answer that did not end as a whole; nothing for a complete one. */
export function endingFailure(ending: Ending | undefined): ModelFailure | undefined {
  const failure = endings[ending ?? "truncated"];
  return failure && new ModelFailure(failure[1], { code: failure[0] });
}

const endings: Record<Ending | "truncated", readonly [code: string, message: string] | undefined> =
  {
    complete: undefined,
    length: ["model_length", "The model's answer was cut off: it reached its longest length."],
    refused: ["model_refused", "The model's service withheld this answer."],
    malformed: ["model_malformed", "The model wrote a call that can't be read."],
    truncated: ["model_truncated", "The model's answer ended before it was complete."],
  };
