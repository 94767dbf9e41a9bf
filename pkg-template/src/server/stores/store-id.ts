/** The form of ids and keys: the SHA-256 of a key in hexadecimal, see `hashOf`. */
const form = /^[0-9a-f]{64}$/;

/**
 * Checks an id before it becomes a key, a row or a channel.
 *
 * @throws {TypeError} without the id, which a client may have written.
 */
export function checkStoreId(id: string): void {
  if (typeof id === "string" && form.test(id)) return;
  throw new TypeError(
    "ag-ui-lit: the id of a stored item must be 64 lower-case hexadecimal digits.",
  );
}
