import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** A script in Lua, which Redis runs as a whole: nothing comes in between. */
export interface RedisScript {
  readonly text: string;
  /** The SHA-1 by which Redis knows it once it has run. */
  readonly sha: string;
}

export function scriptOf(text: string): RedisScript {
  return { text, sha: bytesToHex(sha1(utf8ToBytes(text))) };
}

/** Redis's clock, in microseconds and in milliseconds. */
export const clock = `
local time = redis.call('TIME')
local us = time[1] * 1000000 + time[2]
local now = us / 1000
`;
