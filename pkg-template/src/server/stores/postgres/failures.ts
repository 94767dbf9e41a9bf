import { messageOf } from "../../../codec/describe.js";
import { isObject, readText } from "../../../codec/safe-read.js";
import { isNetworkCode } from "../attempts.js";

/**
 * SQLSTATEs of failures that may pass: 08 connection, 53300 too many connections, 57P01 to 57P03 shutting down, crashed
 * and starting, 25006 read-only (a standby, or the primary of before a failover), 40001 and 40P01 serialization and
 * deadlock, 55P03 lock.
 */
const passing = /^(?:08...|53300|57P0[123]|25006|40001|40P01|55P03)$/;

/** Failures of `pg` itself have no code. */
const ofClient =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Client is closed)/;

/** Returns true for a failure of PostgreSQL or of the way to it that may pass. */
export function isPassingFailure(thrown: unknown): boolean {
  const code = isObject(thrown) ? readText(thrown, "code") : undefined;
  if (code !== undefined) return passing.test(code) || isNetworkCode(code);
  return ofClient.test(messageOf(thrown));
}
