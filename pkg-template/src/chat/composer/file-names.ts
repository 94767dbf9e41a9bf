import { start, wellFormed } from "../../codec/truncate.js";
import { readableText } from "../../visible-text/readable-text.js";
import { visibleText } from "../../visible-text/visible-text.js";

/** A file's name for people: short, with its end, and with hidden characters named. */
export function shownName(name: string): string {
  const isLong = name.length > 80;
  const short = isLong ? `${start(name, 48)}…${wellFormed(name.slice(-24))}` : name;
  return visibleText(short, { layout: true });
}

/** A file's name for the agent: at most 255 UTF-16 units in one line, without hidden characters. */
export function sentName(name: string): string {
  return readableText(start(name, 255)).replace(/\s+/g, " ").trim();
}

/** A name inside a sentence: whatever it is written in, it does not turn the words around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
