/** A key of the owner of something. A number is another id than its digits, and an absent id another than an empty one. */
export type KeyPart = string | number | bigint | undefined | null;

/**
 * One text for some ids, of which any may be a client's: other ids, or another kind of thing, never give the same text. Every part is
 * tagged by its type and quoted, so that no part looks like several, or like the whole.
 *
 * @param kind what it is a key of.
 */
export function keyOf(kind: string, ...parts: readonly KeyPart[]): string {
  // Lone surrogates are escaped by JSON: no two of them are the same.
  return JSON.stringify([`ag-ui-lit.${kind}`, ...parts.map(tagged)]);
}

/** The SHA-256 of a key in hexadecimal: 64 characters, whatever a client has put into it. */
export async function hashOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns true for what can be a part of a key: one that is there. */
export function isId(value: unknown): value is string | number | bigint {
  return (
    typeof value === "string" ||
    typeof value === "bigint" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

function tagged(part: KeyPart): readonly string[] | null {
  return part === undefined || part === null ? null : [typeof part, String(part)];
}
