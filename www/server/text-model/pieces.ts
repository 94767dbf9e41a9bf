/** How many characters the pieces of an answer have, in turn: no marker, name or escape stays whole. */
const LENGTHS = [1, 3, 2, 5, 1, 4, 7, 2];

/** A long answer is not typed for minutes. */
const MAX_PIECES = 400;

/** An answer in pieces that end where it suits nobody. Together they are the text. */
export function inAwkwardPieces(text: string): string[] {
  const characters = [...text];
  const total = LENGTHS.reduce((sum, length) => sum + length, 0);
  const usual = (characters.length / total) * LENGTHS.length;
  const stretch = Math.max(1, Math.ceil(usual / MAX_PIECES));
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < characters.length; turn += 1) {
    const length = (LENGTHS[turn % LENGTHS.length] ?? 1) * stretch;
    pieces.push(characters.slice(at, at + length).join(""));
    at += length;
  }
  return pieces;
}

/** Bytes in two parts, cut inside of a character's bytes if there is one that has several, else in the middle. */
export function inTwoParts(bytes: Uint8Array): [Uint8Array, Uint8Array] {
  const inside = bytes.findIndex((byte) => (byte & 0xc0) === 0x80);
  const at = inside === -1 ? bytes.length >> 1 : inside;
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
