/**
 * Untrusted text in a form that can't change a prompt's structure: a description with a line break would look like
 * another tool, a result with a marker's end like text of the user's.
 */

/** In one line, and without what looks like a tag of ours. */
export function inOneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/<(?=\s*\/?\s*tool_)/gi, "&lt;")
    .trim();
}

/** JSON of a value: in one line, and no `<` in it. The value stays the same. */
export function asJson(value: unknown): string {
  return withoutTags(JSON.stringify(value) ?? "null");
}

/** JSON text with its digits as they are, or any other text as a string of JSON: in one line, and no `<` in it. */
export function textAsJson(text: string): string {
  return isJson(text) ? withoutTags(joined(text)) : asJson(text);
}

/** JSON without its line breaks: they stand between its parts, since in a string they are escaped. */
function joined(json: string): string {
  return json.replace(/[\r\n]+[ \t\r\n]*/g, "");
}

/** Escapes characters that JSON has only in strings: the beginning of a tag, and line ends of some parsers. */
function withoutTags(json: string): string {
  return json.replace(/[<\u0085\u2028\u2029]/g, (character) => {
    const unit = character.charCodeAt(0).toString(16);
    return `\\u${unit.padStart(4, "0")}`;
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
