import { messageOf } from "../../../codec/describe.js";
import { isError } from "../../../codec/safe-read.js";
import { MissingPeerError } from "../../missing-peer.js";

/** The first word of an error that Redis itself answers with: `OOM command not allowed`. */
const reply = /^([A-Z]{2,}) /;

/**
 * Answers that may be others soon: loading its data, a replica that is promoted, a cluster that changes, a script that
 * runs long.
 */
const passing = new Set(["LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY"]);

/** The word of an answer that is an error. */
export function replyCode(thrown: unknown): string | undefined {
  return reply.exec(messageOf(thrown))?.[1];
}

/** Returns true for a failure of Redis or of the way to it that may pass. */
export function isPassingFailure(thrown: unknown): boolean {
  if (!isError(thrown) || thrown instanceof MissingPeerError) return false;
  if (thrown instanceof TypeError || thrown instanceof RangeError) return false;
  if (messageOf(thrown).startsWith("ERR max number of clients")) return true;
  const code = replyCode(thrown);
  // The client's own errors have no code: its connection is closed, lost or not there yet.
  return code === undefined || passing.has(code);
}
