import { visibleText } from "ag-ui-lit";
import { html, type TemplateResult } from "lit";

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g;
const MAX_LENGTH = 4_000;

/** JSON text with quiet colours. The text may be cut anywhere: it is coloured as far as it goes. */
export function jsonText(text: string): (string | TemplateResult)[] {
  const shown = cut(text);
  const parts: (string | TemplateResult)[] = [];
  let end = 0;
  for (const found of shown.matchAll(TOKEN)) {
    const [token, string, colon, literal] = found;
    if (found.index > end) parts.push(shown.slice(end, found.index));
    if (literal !== undefined) parts.push(html`<span class="literal">${literal}</span>`);
    else if (colon !== undefined) parts.push(html`<span class="key">${string}</span>${colon}`);
    else parts.push(html`<span class="string">${string}</span>`);
    end = found.index + token.length;
  }
  parts.push(shown.slice(end));
  return parts;
}

/** Complete JSON laid out for reading: each value on one line when it fits. Text that is no JSON stays as it is. */
export function layOut(text: string, width = 44): string {
  try {
    return layOutValue(JSON.parse(text, withNumbersAsWritten), width, "");
  } catch {
    return text;
  }
}

/** A number as it is written: one with many digits is not rounded to what JavaScript can count. */
class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Browsers that don't tell how a number is written show it as they read it. */
function withNumbersAsWritten(
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  return typeof value === "number" && context?.source !== undefined
    ? new NumberText(context.source)
    : value;
}

function layOutValue(value: unknown, width: number, indent: string): string {
  if (value instanceof NumberText) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const list = Array.isArray(value);
  const inner = `${indent}  `;
  const line = onOneLine(value);
  if (indent.length + line.length <= width) return line;
  const parts = Object.entries(value).map(
    ([key, item]) =>
      `${inner}${list ? "" : `${JSON.stringify(key)}: `}${layOutValue(item, width, inner)}`,
  );
  return `${list ? "[" : "{"}\n${parts.join(",\n")}\n${indent}${list ? "]" : "}"}`;
}

function onOneLine(value: unknown): string {
  if (value instanceof NumberText) return value.text;
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${onOneLine(item)}`,
  );
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** A call's arguments or its result: laid out and coloured where it is JSON, and as it is where it is text. */
export function dataText(text: string): unknown {
  return isJson(text) ? jsonText(layOut(text)) : cut(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** As much of a text as is shown, with a name for each character that could not be seen. */
function cut(text: string): string {
  const shown = visibleText(text.slice(0, MAX_LENGTH));
  return text.length > MAX_LENGTH
    ? `${shown}… (${text.length.toLocaleString("en")} characters)`
    : shown;
}
