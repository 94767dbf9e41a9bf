import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { inCache } from "./paths.mjs";
import { hashText } from "./stamp.mjs";

const compress = promisify(brotliCompress);

/**
 * Sizes by the hash of what was compressed, for all worktrees: the best compression of a module takes seconds. The newest are last.
 */
const knownFile = inCache("brotli-sizes.json");
const mostKnown = 2000;

/** Sizes that are being computed or are known to this process. @type {Map<string, Promise<number>>} */
const sizes = new Map();

/**
 * The size of something after brotli, in bytes. Several are compressed at once, each in a thread of its own.
 * @param {string | Buffer} content
 */
export function brotliSize(content) {
  const hash = hashText(content);
  const size = sizes.get(hash) ?? knownOrCompressed(hash, content);
  sizes.set(hash, size);
  return size;
}

/**
 * @param {string} hash
 * @param {string | Buffer} content
 */
async function knownOrCompressed(hash, content) {
  const before = readKnown().get(hash);
  if (before !== undefined) return before;
  const { length } = await compress(content);
  // Read again: another process may have written meanwhile.
  writeKnown([...readKnown().set(hash, length)].slice(-mostKnown));
  return length;
}

/** @returns {Map<string, number>} */
function readKnown() {
  try {
    return new Map(JSON.parse(readFileSync(knownFile, "utf8")));
  } catch {
    return new Map();
  }
}

/** @param {[string, number][]} entries */
function writeKnown(entries) {
  mkdirSync(dirname(knownFile), { recursive: true });
  const part = `${knownFile}.${process.pid}`;
  writeFileSync(part, JSON.stringify(entries));
  renameSync(part, knownFile);
}
