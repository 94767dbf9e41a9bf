import { fingerprint } from "../codec/fingerprint.js";

/** The maximum length of a tool's name. */
const LONGEST_NAME = 64;

/**
 * The name of a server's tool in a registry. MCP allows more characters than models do, so others become `_`: a dot, a
 * slash, a space. If other characters were replaced, or the name is too long, it ends with a hash of the original, so
 * that the same name always becomes the same, and different ones differ.
 *
 * @example
 * ```ts
 * toolName("files.read", ""); // "files_read"
 * toolName("読む", "files_"); // "files____5d6a9f2c"
 * ```
 */
export function toolName(name: string, prefix: string): string {
  const made = prefix + name.replace(/[^\w-]/gu, "_");
  const isTold = /^[\w\-./: ]*$/.test(name) && made.length <= LONGEST_NAME;
  if (isTold) return made;
  const end = `_${fingerprint(name)}`;
  return made.slice(0, LONGEST_NAME - end.length) + end;
}
