import { html, type TemplateResult } from "lit";

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g;
const MAX_LENGTH = 4_000;

/** JSON text with quiet colours. The text may be cut anywhere: it is coloured as far as it goes. */
export function jsonText(text: string): (string | TemplateResult)[] {
  const shown =
    text.length > MAX_LENGTH
      ? `${text.slice(0, MAX_LENGTH)}… (${text.length.toLocaleString("en")} characters)`
      : text;
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
    return layOutValue(JSON.parse(text), width, "");
  } catch {
    return text;
  }
}

function layOutValue(value: unknown, width: number, indent: string): string {
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
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${onOneLine(item)}`,
  );
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
