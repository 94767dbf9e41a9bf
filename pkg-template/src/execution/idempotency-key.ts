import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalArguments } from "../codec/canonical-arguments.js";
import type { KeyedCall } from "./call-origin.js";

/** The place of a call: an id is used again by many backends, in another message. */
export interface CallPlace {
  readonly threadId: string;
  readonly messageId: string;
}

/**
 * The idempotency key of a call: 64 hexadecimal digits, the SHA-256 of its thread, message, id, tool and arguments. It
 * is the same in every tab and after every reload, and another one for arguments that a person has changed.
 */
export function idempotencyKeyOf({ threadId, messageId }: CallPlace, call: KeyedCall): string {
  const { toolName, toolCallId, argsText } = call;
  const args = canonicalArguments(argsText) ?? argsText;
  // As JSON no part can look like two.
  const text = JSON.stringify([threadId, messageId, toolCallId, toolName, args]);
  return bytesToHex(sha256(utf8ToBytes(text)));
}
