import { REDACTED } from "./secret-text.js";

/**
 * The minimum length of a secret. A text with a shorter one as a word is hidden whole, since it can't be told from
 * others.
 */
const SHORTEST = 3;

/** The minimum length of a secret that is also found within a word. */
const LONG = 6;

/** The shortest beginning that a message quotes, in units. */
const BEGINNING = 8;

/** The maximum number of secrets that are looked for, and of their units together: a bound for arguments. */
const MOST = 50;
const LONGEST = 200_000;

/**
 * The values that were hidden in one field of a record, to be hidden in the others: as they are, as JSON, in an
 * address, in base64, and in HTML.
 */
export class Secrets {
  readonly #values = new Set<string>();
  #forms: readonly Form[] | undefined;
  #isComplete = true;
  #length = 0;

  /** Adds a hidden value: a text, or a number as it is written. Other types reveal nothing by themselves. */
  add(value: unknown): void {
    const isKind = ["string", "number", "bigint"].includes(typeof value);
    const text = isKind ? String(value).trim() : "";
    if (text === "" || text === REDACTED || this.#values.has(text)) return;
    this.#length += text.length;
    if (this.#values.size >= MOST || this.#length > LONGEST) this.#isComplete = false;
    else this.#values.add(text);
    this.#forms = undefined;
  }

  /** There are more than were added. */
  addMore(): void {
    this.#isComplete = false;
  }

  /** Returns true if there is anything to hide. */
  get isEmpty(): boolean {
    return this.#values.size === 0 && this.#isComplete;
  }

  /** Returns true if a value is one of them. */
  has(value: unknown): boolean {
    return this.#values.has(String(value).trim());
  }

  /**
   * A text without them. If they can't be found reliably, the text is hidden whole, unless it is a name: then the short
   * ones are left.
   */
  hide(text: string, isName = false): string {
    if (this.isEmpty) return text;
    if (!this.#isComplete && !isName) return REDACTED;
    this.#forms ??= formsOf(this.#values);
    let result = text;
    // A text that is made to take long is hidden whole.
    const work = { left: 10 * text.length + 10_000 };
    for (const { form, isShort } of this.#forms) {
      if (isShort && isName) continue;
      const rest = isShort && asWord(form).test(result) ? undefined : without(result, form, work);
      if (rest === undefined) return REDACTED;
      result = rest;
    }
    return result;
  }
}

interface Form {
  readonly form: string;
  readonly isShort: boolean;
}

/** The longest first: one may be part of another. */
function formsOf(values: ReadonlySet<string>): Form[] {
  const forms = new Set([...values].flatMap(writtenAs));
  return [...forms]
    .sort((a, b) => b.length - a.length)
    .map((form) => ({ form, isShort: form.length < SHORTEST }));
}

function writtenAs(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(json).slice(1, -1);
  const forms = [value, json, twice, html(value)];
  if (value.length < SHORTEST) return [value];
  const base64 = inBase64(value);
  if (base64.length >= BEGINNING)
    forms.push(base64, base64.replace(/\+/g, "-").replace(/\//g, "_"));
  try {
    const address = encodeURIComponent(value);
    forms.push(address, address.toLowerCase(), encodeURI(value), address.replaceAll("%20", "+"));
    forms.push(encodeURIComponent(address));
  } catch {
    // A lone surrogate has no such form.
  }
  return forms;
}

function inBase64(value: string): string {
  const bytes = new TextEncoder().encode(value);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/=+$/, "");
}

function html(value: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return value.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}

/**
 * A text in which each occurrence of a form is hidden; for a long form also a quoted beginning of it. `undefined` for a
 * text that is made to take long.
 */
function without(text: string, form: string, work: { left: number }): string | undefined {
  const sought = form.slice(0, BEGINNING);
  let result = "";
  let read = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, Math.max(read, at + 1))) {
    let length = sought.length;
    while (length < form.length && text[at + length] === form[length]) length += 1;
    work.left -= length;
    if (work.left < 0) return undefined;
    const end = at + length;
    const isWhole = length === form.length && (length >= LONG || isWord(text, at, end));
    if (!isWhole && (length < BEGINNING || !isCutAt(text, end))) continue;
    result += text.slice(read, at) + REDACTED;
    read = end;
  }
  return read === 0 ? text : result + text.slice(read);
}

function isCutAt(text: string, at: number): boolean {
  return at === text.length || text[at] === "…" || text.startsWith("...", at);
}

function isWord(text: string, begin: number, end: number): boolean {
  const before = text.slice(Math.max(0, begin - 3), begin);
  const isEscape = /\\[bfnrt]$|%[0-9a-f]{2}$/i.test(before);
  return (
    (isEscape || !/[\p{L}\p{N}]$/u.test(before)) && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  );
}

function asWord(value: string): RegExp {
  const escaped = value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u");
}
