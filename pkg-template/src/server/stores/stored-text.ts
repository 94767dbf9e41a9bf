import { readText } from "../../codec/safe-read.js";
import type { StoredText } from "./conversation-store.js";

/** In the texts of a table: NUL, and halves of a surrogate pair without the other. */
const unstorable = /[\0]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * The form in which any text can be kept by a database that takes only UTF-8 without NUL. It is the text as it is; one
 * that has more, or begins with a quotation mark, is written as a JSON string.
 */
export function storedForm(text: string): string {
  return text.startsWith('"') || unstorable.test(text) ? JSON.stringify(text) : text;
}

/** The text of its stored form. One that somebody else has written is given as it is: who reads it trusts no text. */
export function textOfForm(form: string): string {
  if (!form.startsWith('"')) return form;
  try {
    const text: unknown = JSON.parse(form);
    return typeof text === "string" ? text : form;
  } catch {
    return form;
  }
}

/** The text and the version in a row of a table; nothing for a row without them. */
export function storedTextOf(row: object | undefined): StoredText | undefined {
  const text = row && readText(row, "text");
  const version = row && readText(row, "version");
  if (text === undefined || version === undefined) return undefined;
  return { text: textOfForm(text), version };
}
