/**
 * Half a surrogate pair on its way through the models' module. A delta may end within a character, the module reads
 * UTF-8, which has no halves, and only the module knows which delta continues which text. So each half is replaced by a
 * character of a private use plane, and restored on its way back: next to its other half the character is whole. The
 * module itself joins two halves (`crates/models/src/provider/calls/stream/open.rs`) when it compares a text with its
 * result.
 */

/** Stands before a character of this range that the text has of itself. */
const MARK = 0x10f7ff;

/** The first of 2,048 characters that replace the surrogates U+D800 to U+DFFF: the plane's last ones. */
const FIRST = 0x10f800;

/** JSON text without lone surrogates, which `JSON.stringify` writes as escapes. */
export function carried(json: string): string {
  const marked = /[\u{10F7FF}-\u{10FFFF}]/u.test(json)
    ? json.replace(/[\u{10F7FF}-\u{10FFFF}]/gu, `${String.fromCodePoint(MARK)}$&`)
    : json;
  return withHalvesAs(marked, (unit) => String.fromCodePoint(FIRST + unit - 0xd800));
}

/** JSON text as `JSON.stringify` writes it, with U+FFFD in place of each lone surrogate. */
export function withoutHalves(json: string): string {
  return withHalvesAs(json, () => "\uFFFD");
}

function withHalvesAs(json: string, replacement: (unit: number) => string): string {
  if (!json.includes("\\ud")) return json;
  // Each escape is read whole: the backslash of another one begins none.
  return json.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/gs, (found, half?: string) =>
    half === undefined ? found : replacement(Number.parseInt(half, 16)),
  );
}

/** The value that `carried()` was given, with halves as they were. */
export function restored(json: string): string {
  if (!/[\u{10F7FF}-\u{10FFFF}]/u.test(json)) return json;
  return json.replace(
    /\u{10F7FF}([\u{10F7FF}-\u{10FFFF}])|[\u{10F800}-\u{10FFFF}]/gu,
    (found, own?: string) =>
      own ?? String.fromCharCode((found.codePointAt(0) as number) - FIRST + 0xd800),
  );
}
