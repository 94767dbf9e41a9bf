import { describe, factsOf } from "../execution/thrown.js";

/** Why a run failed. */
export type RunErrorCode = "http" | "network" | "protocol" | "backend" | "truncated" | "max_rounds";

/** A run, or the loop it belongs to, failed. */
export class RunError extends Error {
  override readonly name = "RunError";
  /**
   * - `http`: the backend answered with a status other than 2xx
   * - `network`: it could not be reached, or the connection broke; or the tool core could not be loaded
   * - `protocol`: it sent something that is no AG-UI event stream, or events out of order
   * - `backend`: it reported an error of its own (RUN_ERROR)
   * - `truncated`: its stream ended before the run did
   * - `max_rounds`: it asked for tools more often in a row than `max-rounds` allows
   */
  readonly code: RunErrorCode;
  /** With `http`: the status. */
  readonly status?: number;

  constructor(
    code: RunErrorCode,
    message: string,
    options: ErrorOptions & { status?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    if (options.status !== undefined) this.status = options.status;
  }
}

/** Any fault that an agent's run ended with, as a `RunError`. */
export function asRunError(thrown: unknown): RunError {
  if (thrown instanceof RunError) return thrown;
  const isObject = typeof thrown === "object" && thrown !== null;
  const reason = (isObject ? factsOf(thrown).message : undefined) ?? describe(thrown);
  return new RunError("protocol", `The agent broke the AG-UI protocol: ${reason}`, {
    cause: thrown,
  });
}
