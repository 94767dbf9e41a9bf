/** A longer source is shown as it is until more of it has come. */
const LONGEST = 4_000;

/** Emphasis that is nested deeper is not ended. */
const DEEPEST = 16;

/** What stands before the text of a line: marks of quotes, items and headings. */
const MARKS = /^(?:[ \t]*(?:>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)|#{1,6}(?=\s|$)))*[ \t]*/;

/** The beginning of a line that begins another text than the one before. */
const NEW_TEXT = /^[ \t]*(?:$|>[ \t]*$|(?:>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})(?:[ \t]|$)|\|))/;

/** A line that makes a heading of the one before, unless it becomes an item or a rule. */
const UNDERLINE = /(?<=\S[ \t]*)\n {0,3}(?:-{1,2}|=)[ \t]*$/;

/**
 * The source of a block that is not complete, as it would be if what has begun in it had ended: `**bold` is bold while it is
 * written, and a link is its text until its address is complete. It is only shown until more comes: nothing depends on it later.
 */
export function heal(source: string): string {
  if (source.length > LONGEST) return source;
  const text = source.replace(UNDERLINE, "");
  const start = lastText(text);
  return start === undefined ? text : text.slice(0, start) + healed(text.slice(start));
}

/** Where the last text of a source begins, which nothing before has a part in; `undefined` if it is in a block of code. */
function lastText(source: string): number | undefined {
  let start = 0;
  let at = 0;
  let fence = "";
  for (const line of source.split("\n")) {
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    if (mark !== "" || NEW_TEXT.test(line)) start = at;
    at += line.length + 1;
  }
  if (fence !== "") return undefined;
  // Nothing goes on in the next cell of a table.
  if (/^[ \t]*\|/.test(source.slice(start))) return source.lastIndexOf("|") + 1;
  return start + (MARKS.exec(source.slice(start))?.[0].length ?? 0);
}

/** Emphasis that has begun. */
interface Begun {
  readonly mark: string;
  length: number;
}

/** Reads a text without blocks. What has begun in it is found from left to right; each character is looked at once or twice. */
function healed(text: string): string {
  const begun: Begun[] = [];
  const brackets: number[] = [];
  for (let at = 0; at < text.length; ) {
    const mark = text.charAt(at);
    if (mark === "\\") at += 2;
    else if (mark === "`") {
      const run = runAt(text, at);
      const end = endOfCode(text, at + run.length, run.length);
      if (end === undefined) return closed(withoutOpen(openCode(text, at, run), brackets), begun);
      at = end;
    } else if (mark === "[") {
      brackets.push(at);
      at += 1;
    } else if (mark === "]") {
      const open = brackets.pop();
      const isLink = open !== undefined && text[at + 1] === "(";
      const end = isLink ? endOfAddress(text, at + 2) : at + 1;
      if (end === undefined) return closed(textOfLink(text, open as number, at), begun);
      at = end;
    } else if (mark === "*" || mark === "_" || mark === "~") {
      const run = runAt(text, at);
      const end = at + run.length;
      if (end === text.length)
        return closed(withoutOpen(endedBy(text, run, begun), brackets), begun);
      emphasis(text, at, run, begun);
      at = end;
    } else at += 1;
  }
  return closed(withoutOpen(text, brackets), begun);
}

function runAt(text: string, at: number): string {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return text.slice(at, end);
}

/** Begins emphasis, or ends what has begun. */
function emphasis(text: string, at: number, { length }: string, begun: Begun[]): void {
  const mark = text.charAt(at);
  const [before, behind] = [text.charAt(at - 1), text.charAt(at + length)];
  let left = length;
  if (!isSpace(before)) {
    for (let top = begun.findLastIndex((each) => each.mark === mark); left > 0 && top >= 0; ) {
      const open = begun[top] as Begun;
      const ended = Math.min(left, open.length);
      left -= ended;
      open.length -= ended;
      begun.length = open.length > 0 ? top + 1 : top;
      top = begun.findLastIndex((each) => each.mark === mark);
    }
    if (left < length) return;
  }
  // Behind a letter it is as often a product or a name.
  const begins = !isSpace(behind) && !/[\p{L}\p{N}]/u.test(before);
  if (begins && begun.length < DEEPEST && length <= (mark === "~" ? 2 : 3)) {
    begun.push({ mark, length });
  }
}

/** The text without a run at its end, if that is a part of the mark that is to come. */
function endedBy(text: string, run: string, begun: readonly Begun[]): string {
  const rest = text.slice(0, -run.length);
  const top = begun.at(-1);
  const isEnd = top !== undefined && top.mark === run[0] && run.length <= top.length;
  return isEnd || isSpace(rest.charAt(rest.length - 1)) ? rest : text;
}

/** Code that has begun, with its end; without what it begins with if there is nothing in it. */
function openCode(text: string, at: number, { length }: string): string {
  if (text.slice(at + length).trim() === "") return text.slice(0, at);
  const end = /`+$/.exec(text.slice(at + length))?.[0].length ?? 0;
  const source = end < length ? text.slice(0, text.length - end) : `${text} `;
  return source + "`".repeat(length);
}

function endOfCode(text: string, from: number, length: number): number | undefined {
  for (let at = text.indexOf("`", from); at >= 0; ) {
    const run = runAt(text, at);
    if (run.length === length) return at + length;
    at = text.indexOf("`", at + run.length);
  }
  return undefined;
}

/** The end of an address in parentheses, which may have parentheses of its own. */
function endOfAddress(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** The text before a link whose address is not complete, and that of the link; of a picture there is nothing yet. */
function textOfLink(text: string, open: number, close: number): string {
  if (text[open - 1] === "!") return text.slice(0, open - 1);
  return text.slice(0, open) + text.slice(open + 1, close);
}

/** The text without brackets that are open: they may be links. Behind a letter they are not. */
function withoutOpen(text: string, brackets: readonly number[]): string {
  const open = brackets.at(-1);
  if (open === undefined || open >= text.length) return text;
  const before = text.charAt(open - 1);
  if (before === "!") return text.slice(0, open - 1);
  return isSpace(before) || /[(*_~]/.test(before)
    ? text.slice(0, open) + text.slice(open + 1)
    : text;
}

/** The text with the ends of all emphasis, before the white space at its end. */
function closed(text: string, begun: readonly Begun[]): string {
  const shown = text.trimEnd();
  const ends = begun.map(({ mark, length }) => mark.repeat(length)).reverse();
  return shown + ends.join("") + text.slice(shown.length);
}

const isSpace = (character: string): boolean => character.trim() === "";
