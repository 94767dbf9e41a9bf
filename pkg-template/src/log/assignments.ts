import { REDACTED, type Taken } from "./secret-text.js";

/**
 * A name with a sign that gives it a value, in JSON, in a header, in a query, which may be encoded: `"token":`,
 * `Cookie: `, `api_key=`, `user[password]=`, `token%3D`, `[token] => `.
 */
const assignment =
  /([\w.-]{2,64})(\\{0,8}["']?(?:\[\d{0,6}\]|\]|%5d)?[ \t\u00a0]*(?:[:=]{1,2}>?|%3[ad])[ \t\u00a0]*)/gi;

/** The value of a header, which may have quoted parts. */
const headerValue = /(?:=\\{0,7}"[^"\r\n]*"|[^\r\n"'}])*/y;

/** A name that a command takes a value by, in a line or in a list of JSON: `--password x`, `"--token", "x"`. */
const flag = /(?<![\w-])--?([a-z][\w.-]{1,63})(?:["']?,)?[ \t]+(?![-|&;])/gi;

/** An entry of XML that has a name: `key="password" value=`. */
const attribute =
  /\b(?:name|key)[ \t]{0,8}=[ \t]{0,8}["']([\w.:-]{1,64})["']\s{1,8}value[ \t]{0,8}=[ \t]{0,8}/gi;

/**
 * Hides the values of some names in a text: error messages quote requests, headers, commands, XML and JSON. The value
 * is removed to its end: a text in quotes, an object or a list to its last bracket, a header's value to the end of its
 * line, an element's to its end, any other value to the next blank or mark.
 */
export function withoutValuesOf(
  isHidden: (name: string) => boolean,
  text: string,
  taken: Taken = () => {},
): string {
  const rest = withoutElements(isHidden, text, taken);
  return withoutAssigned(isHidden, rest, taken);
}

function withoutAssigned(isHidden: (name: string) => boolean, text: string, taken: Taken): string {
  const found = [assignment, flag, attribute].flatMap((pattern) => [...text.matchAll(pattern)]);
  let result = "";
  let read = 0;
  for (const one of found.sort((a, b) => a.index - b.index)) {
    const [whole, name = ""] = one;
    if (one.index < read || !isHidden(name)) continue;
    const begin = one.index + whole.length;
    const isHeader = /^(?:proxy-)?authorization$|cookie/i.test(name) && /[:=]/.test(whole);
    const end = /%3[ad]$/i.test(whole)
      ? endOfWord(text, begin, /[\s,;&"'}\])>]|%26/g)
      : endOfValue(text, begin, isHeader);
    if (end === begin) continue;
    tellOf(text.slice(begin, end), taken);
    result += text.slice(read, begin) + quoted(text, begin, end);
    read = end;
  }
  return result + text.slice(read);
}

/** The value as it is meant: without its quotes; of an object or a list each text in it. */
function tellOf(value: string, taken: Taken): void {
  const [open = ""] = /^\\{0,7}["']/.exec(value.slice(0, 8)) ?? [];
  if (open !== "") {
    const inner = value.slice(open.length, value.endsWith(open) ? -open.length : undefined);
    taken(inner);
    taken(unescaped(inner));
  } else if (!/^[{[]/.test(value)) taken(value);
  else {
    for (const [, inner = ""] of value.matchAll(/[:[,] {0,8}"((?:[^"\\]|\\.){1,2000})"/g)) {
      taken(unescaped(inner));
    }
  }
}

/** The meaning of a text of JSON, however often it was written into another one. */
function unescaped(text: string): string {
  let read = text;
  for (let times = 0; times < 3 && read.includes("\\"); times += 1) {
    try {
      read = String(JSON.parse(`"${read.replace(/(?<!\\)"/g, '\\"')}"`));
    } catch {
      break;
    }
  }
  return read;
}

/** The beginning of an element, which may itself be escaped. */
const element =
  /(?:<|&lt;|\\u003c)((?:[\w.-]{1,40}:)?([\w.-]{1,64}))(?:\s[^<>]{0,500})?(?:>|&gt;|\\u003e)/gi;

function withoutElements(isHidden: (name: string) => boolean, text: string, taken: Taken): string {
  let result = "";
  let read = 0;
  const endless = new Set<string>();
  for (const found of text.matchAll(element)) {
    const [whole, name = "", local = ""] = found;
    if (found.index < read || whole.endsWith("/>") || !isHidden(local)) continue;
    const begin = found.index + whole.length;
    const open = /^(?:<|&lt;|\\u003c)/i.exec(whole)?.[0] ?? "<";
    const end = endless.has(name) ? -1 : text.indexOf(`${open}/${name}`, begin);
    if (end < 0) endless.add(name);
    // One that was cut off.
    const until = end < 0 ? text.length : end;
    const value = text.slice(begin, until);
    if (value.trim() === "") continue;
    for (const [part = ""] of value.matchAll(/[^<>]{1,2000}/g)) taken(part.trim());
    taken(value.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, ""));
    result += text.slice(read, begin) + REDACTED;
    read = until;
  }
  return result + text.slice(read);
}

/** JSON stays JSON. */
function quoted(text: string, begin: number, end: number): string {
  const [open = ""] = /^\\{0,7}["']/.exec(text.slice(begin, begin + 8)) ?? [];
  const isClosed = open !== "" && end - begin > open.length;
  return isClosed ? open + REDACTED + open : open + REDACTED;
}

function endOfValue(text: string, begin: number, isHeader: boolean): number {
  const [open = ""] = /^\\{0,7}["']/.exec(text.slice(begin, begin + 8)) ?? [];
  if (open !== "") return endOfQuoted(text, begin + open.length, open);
  const first = text[begin];
  if (first === "{" || first === "[") return endOfBrackets(text, begin);
  if (!isHeader) return endOfWord(text, begin, /[\s,;&"'}\])>]/g);
  headerValue.lastIndex = begin;
  return begin + (headerValue.exec(text)?.[0].length ?? 0);
}

function endOfWord(text: string, begin: number, after: RegExp): number {
  after.lastIndex = begin;
  return after.exec(text)?.index ?? text.length;
}

/** After the quote that closes; the end of a text that was cut. */
function endOfQuoted(text: string, begin: number, open: string): number {
  const quote = open.at(-1) as string;
  for (let at = text.indexOf(quote, begin); at >= 0; at = text.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes += 1;
    // One that is escaped further than the first belongs to the value.
    const isEnd = open.length === 1 ? slashes % 2 === 0 : slashes < open.length;
    if (isEnd) return at + 1;
  }
  return text.length;
}

/** After the bracket that closes the first, those in quotes not counted; the end of a text that was cut. */
function endOfBrackets(text: string, begin: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = begin; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "{" || character === "[") depth += 1;
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}
