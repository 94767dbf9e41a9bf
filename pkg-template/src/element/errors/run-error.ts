import type { BaseEvent } from "@ag-ui/core";
import { read } from "../../codec/safe-read.js";
import { describe, factsOf } from "../../errors/thrown.js";
import { protocolFault } from "./protocol-fault.js";

/** Why a run failed. */
export type RunErrorCode =
  | "http"
  | "network"
  | "protocol"
  | "backend"
  | "truncated"
  | "max_rounds"
  | "limit"
  | "input";

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
   * - `limit`: it took more, or longer, than `limits` allow; the message names the limit
   * - `input`: the page gave its agent what can't be sent, so that nothing was
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

/** Any fault that an agent's run ended with, as a `RunError`. `event` is the one that came last. */
export function asRunError(thrown: unknown, event?: BaseEvent): RunError {
  if (thrown instanceof RunError) return thrown;
  const isObject = typeof thrown === "object" && thrown !== null;
  // The client copies what the page gave it, and nothing that came from a stream is past copying.
  if (isObject && read(thrown, "name") === "DataCloneError") {
    return notSent(factsOf(thrown).message ?? "", thrown);
  }
  const reason =
    protocolFault(thrown, event) ??
    (isObject ? factsOf(thrown).message : undefined) ??
    describe(thrown);
  return new RunError("protocol", `The agent broke the AG-UI protocol: ${reason}`, {
    cause: thrown,
  });
}

/** For a stream that ended by itself, but too early. */
export function truncated(): RunError {
  return new RunError(
    "truncated",
    "The agent's event stream ended before the run did: neither RUN_FINISHED nor RUN_ERROR came.",
  );
}

/** For what the page gave and nobody can send. */
export function notSent(reason: string, cause: unknown): RunError {
  return new RunError("input", `What the page gave its agent can't be sent: ${reason}`, { cause });
}
