import { REDACTED } from "./secret-text.js";

/**
 * A name with a sign that gives it a value, in JSON, in a header, in a query, which may be encoded: `"token":`, `Cookie: `,
 * `api_key=`, `user[password]=`, `token%3D`, `[token] => `.
 */
const assignment =
  /([\w.-]{2,64})(\\{0,8}["']?(?:\[\d{0,6}\]|\]|%5d)?[ \t\u00a0]*(?:[:=]{1,2}>?|%3[ad])[ \t\u00a0]*)/gi;

/** The value of a header, which may have quoted parts. */
const headerValue = /(?:=\\{0,7}"[^"\r\n]*"|[^\r\n"'}])*/y;

/**
 * A text in which the values of some names are hidden: error messages quote requests, headers and JSON. What such a name is
 * given is taken out to its end: a text in quotes, an object or a list as far as its last bracket, a header's value to the end of
 * its line, anything else to the next blank or mark.
 */
export function withoutValuesOf(isHidden: (name: string) => boolean, text: string): string {
  let result = "";
  let taken = 0;
  for (const found of text.matchAll(assignment)) {
    const [whole, name = ""] = found;
    if (found.index < taken || !isHidden(name)) continue;
    const begin = found.index + whole.length;
    const isHeader = /^(?:proxy-)?authorization$|cookie/i.test(name);
    const end = /%3[ad]$/i.test(whole)
      ? endOfWord(text, begin, /[\s,;&"'}\])>]|%26/g)
      : endOfValue(text, begin, isHeader);
    if (end === begin) continue;
    result += text.slice(taken, begin) + quoted(text, begin, end);
    taken = end;
  }
  return result + text.slice(taken);
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
