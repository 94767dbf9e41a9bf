/** Bytes of UTF-8 that the text of a conversation may have. The reasoner reads no longer text either. */
export const LONGEST_TEXT = 67_108_864;

/** The bytes of a text as UTF-8. A lone surrogate counts as U+FFFD: three bytes. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // The halves of a pair have two bytes each.
    if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      at += 1;
    }
  }
  return bytes;
}

/** @throws {RangeError} when a text is longer than a store takes. */
export function checkTextSize(text: string): void {
  // Every UTF-16 unit is at least one byte.
  if (text.length <= LONGEST_TEXT / 3) return;
  if (text.length <= LONGEST_TEXT && bytesOf(text) <= LONGEST_TEXT) return;
  throw new RangeError(
    `ag-ui-lit: the text of a conversation is longer than ${LONGEST_TEXT} bytes, and was not saved.`,
  );
}
