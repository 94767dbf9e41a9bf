import { nodeBuiltin } from "./node-builtin.js";

/**
 * The bytes of a file on the disk, in Node, for a `file:` address or a path: `fetch` can't read those there.
 * `undefined` for any other address, and elsewhere.
 *
 * @throws Node's error if the file can't be read.
 */
export function readLocalFile(source: string | URL): Uint8Array<ArrayBuffer> | undefined {
  const path = pathOf(String(source));
  return path === undefined ? undefined : nodeBuiltin("node:fs")?.readFileSync(path);
}

function pathOf(text: string): string | undefined {
  // As text: the URL of a test's document is not Node's.
  if (/^file:/i.test(text)) return nodeBuiltin("node:url")?.fileURLToPath(text);
  // A scheme of one letter is a drive of Windows.
  const isAddress = /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(text);
  // In a document, also one that a test plays in Node, an address is relative to its base.
  return isAddress || globalThis.document !== undefined ? undefined : text;
}
