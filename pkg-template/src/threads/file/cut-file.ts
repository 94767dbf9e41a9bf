import { jsonObjectOf } from "../../codec/json-object.js";
import type { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import { FILE_LIMITS } from "./limits.js";

/** A file of threads, cut into the JSON texts of its threads, which are parsed one at a time. */
export interface CutFile {
  /** The members of the file besides its threads. */
  readonly head: Readonly<Record<string, unknown>>;
  /** The JSON text of each thread; not yet parsed, so it may be broken. */
  readonly threads: readonly string[];
}

/** UTF-16 units that are looked through before the clock is looked at. */
const PIECE = 65_536;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPENING, CLOSING] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])];

/**
 * Cuts a file of threads at the commas of its array `threads`, in turns with the page: to parse all of it at once would
 * hold the page up. Everything else of the file is parsed as one text with an empty array in its place.
 *
 * @returns `undefined` for a text that is not an object with such an array.
 */
export async function cutFile(text: string, slice: WorkSlice): Promise<CutFile | undefined> {
  const begin = /"threads"\s*:\s*\[/.exec(text.slice(0, PIECE));
  if (!begin) return undefined;
  const from = begin.index + begin[0].length;
  const cuts = [from - 1];
  let depth = 0;
  let due = from + PIECE;
  let end: number | undefined;
  for (let at = from; at < text.length && end === undefined; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(unit)) depth += 1;
    else if (CLOSING.has(unit) && depth > 0) depth -= 1;
    else if (CLOSING.has(unit)) end = at;
    else if (unit === COMMA && depth === 0) cuts.push(at);
    if (at > due) {
      if (slice.isDue) await slice.yield();
      due = at + PIECE;
    }
    if (cuts.length > FILE_LIMITS.threads) return undefined;
  }
  if (end === undefined) return undefined;
  const head = jsonObjectOf(`${text.slice(0, from)}${text.slice(end)}`);
  const isWhole = head && Array.isArray(head.threads) && head.threads.length === 0;
  if (!isWhole) return undefined;
  const texts = cuts.map((cut, index) => text.slice(cut + 1, cuts[index + 1] ?? end));
  return { head, threads: texts.length === 1 && texts[0]?.trim() === "" ? [] : texts };
}

/** The place of the quotation mark that ends a string; the end of the text where none does. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}
