import type { UnicodeSource } from "./raw.js";

/** What the browser's own `RegExp` knows of Unicode, for the module that does without its tables. */
export const unicode: UnicodeSource = {
  isProperty(name) {
    try {
      return expression(name) !== undefined;
    } catch {
      return false;
    }
  },

  property(name) {
    let ranges = known.get(name);
    try {
      ranges ??= rangesOf(name);
    } catch {
      // A page may have put something else in the place of RegExp. The core is in the middle of something and must go on.
      return new Uint32Array(0);
    }
    known.set(name, ranges);
    return ranges;
  },

  folds() {
    const folds: number[] = [];
    for (let from = 0; from < caseless; from += 1) {
      const to = isSurrogate(from) ? from : fold(from);
      if (to !== from) folds.push(from, to);
    }
    return Uint32Array.from(folds);
  },
};

/** Properties that were asked for. There are some hundred. */
const known = new Map<string, Uint32Array>();

/** Runs of characters with a property. Throws when there is none of this name. */
function expression(name: string): RegExp | undefined {
  return /^\w+(?:=\w+)?$/.test(name) ? new RegExp(`\\p{${name}}+`, "gu") : undefined;
}

function rangesOf(name: string): Uint32Array {
  const having = expression(name);
  const ranges: number[] = [];
  if (!having) return new Uint32Array(0);
  for (let first = 0; first < 0x110000; first += chunk) {
    const runs = [...(mayBeUniform(first) ? text(first, 0x100) : "").matchAll(having)];
    const isUniform =
      mayBeUniform(first) && (!runs[0] || runs[0][0].length === 2 * (chunk / 0x100));
    if (!isUniform) {
      for (const [run] of text(first).matchAll(having)) append(ranges, ...ends(run));
    } else if (runs.length) {
      append(ranges, first, first + chunk - 1);
    }
  }
  return Uint32Array.from(ranges);
}

/** Code points that are looked at together: there are a million. */
const chunk = 0x1000;

/**
 * Most planes are empty or private from end to end but for their last two code points: there, a look at every 256th code
 * point, where a block would begin, is enough when they all agree.
 */
function mayBeUniform(first: number): boolean {
  return first >= 0x40000 && first % 0x10000 !== 0xf000;
}

/** The characters of a chunk, or some of them. */
function text(first: number, step = 1): string {
  const codePoints: number[] = [];
  for (let codePoint = first; codePoint < first + chunk; codePoint += step) {
    if (!isSurrogate(codePoint)) codePoints.push(codePoint);
  }
  return String.fromCodePoint(...codePoints);
}

/** The first and the last character of a run. */
function ends(run: string): [first: number, last: number] {
  const unit = run.charCodeAt(run.length - 1);
  const last = isSurrogate(unit) ? (run.codePointAt(run.length - 2) as number) : unit;
  return [run.codePointAt(0) as number, last];
}

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint < 0xe000;
}

/** Adds a range, or lengthens the last one when it goes on there. */
function append(ranges: number[], first: number, last: number): void {
  if (ranges.at(-1) === first - 1) ranges[ranges.length - 1] = last;
  else ranges.push(first, last);
}

/** Code points from here on have no case. */
const caseless = 0x1f000;

/** Simple case folding, which JavaScript does not have by that name. */
function fold(codePoint: number): number {
  const exception = exceptions.get(codePoint);
  if (exception !== undefined) return exception;
  const character = String.fromCodePoint(codePoint);
  const upper = only(character.toUpperCase()) ?? character;
  const lower = only(upper.toLowerCase()) ?? upper;
  return lower.codePointAt(0) as number;
}

/** The one letter whose upper case belongs to another, and those whose upper cases are several letters. */
const exceptions: ReadonlyMap<number, number> = new Map([
  [0x131, 0x131],
  [0x1fd3, 0x390],
  [0x1fe3, 0x3b0],
  [0xfb05, 0xfb06],
]);

/** A text of one character. */
function only(text: string): string | undefined {
  const codePoint = text.codePointAt(0) as number;
  return text.length === (codePoint > 0xffff ? 2 : 1) ? text : undefined;
}
