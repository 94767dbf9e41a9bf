import { html, type TemplateResult } from "lit";
import { markedText, plainMarkedText } from "./marked-text.js";

/** A longer text is shown in a box of its own, so that what comes after it stays in view. */
const LONG = 400;

/** So many values are laid out one by one; more are shown as one text. */
const MOST_ROWS = 2_000;

/** How deep values are laid out one by one: each level is indented, and must leave room for a value. */
const DEEPEST = 8;

/**
 * All arguments of a call, one row for each value. Whatever a model writes into one of them, it can't push another out
 * of sight, and nothing is left out: what is long scrolls, and says how long it is.
 */
export function argumentList(args: Readonly<Record<string, unknown>>): TemplateResult {
  if (Object.keys(args).length === 0) return html`<p class="none">No arguments.</p>`;
  if (!isLaidOut(args)) return textBox(wholeText(args));
  return rows(args);
}

function rows(value: object): TemplateResult {
  const isList = Array.isArray(value);
  return html`<dl class=${isList ? "list" : ""}>
    ${Object.entries(value).map(
      ([key, member]) =>
        html`<div><dt>${isList ? `${Number(key) + 1}.` : text(key)}</dt><dd>${row(member)}</dd></div>`,
    )}
  </dl>`;
}

function row(value: unknown): TemplateResult {
  if (value === "") return html`<span class="literal">"" (empty)</span>`;
  if (typeof value === "string") return html`<span class="string">${text(value)}</span>`;
  if (typeof value !== "object" || value === null) {
    return html`<span class="literal">${String(value)}</span>`;
  }
  if (Object.keys(value).length > 0) return rows(value);
  return html`<span class="literal">${Array.isArray(value) ? "[] (nothing)" : "{} (nothing)"}</span>`;
}

function text(value: string): TemplateResult {
  return value.length > LONG
    ? textBox(markedText(value), value.length)
    : html`${markedText(value)}`;
}

function textBox(shown: unknown, length?: number): TemplateResult {
  const size = length === undefined ? "All arguments" : `${length.toLocaleString("en")} characters`;
  // Without a tabindex a keyboard could not scroll it.
  return html`<div class="long">
    <label><input type="checkbox" /> ${size}: show at full height</label>
    <div class="box scroller" tabindex="0" role="group" aria-label=${size}>${shown}</div>
  </div>`;
}

function isLaidOut(value: object): boolean {
  let left = MOST_ROWS;
  const fits = (value: unknown, depth: number): boolean => {
    left -= 1;
    if (left < 0 || depth > DEEPEST) return false;
    if (typeof value !== "object" || value === null) return true;
    return Object.values(value).every((member) => fits(member, depth + 1));
  };
  return fits(value, 0);
}

/** Laid out as JSON, in which only the layout itself breaks and indents lines. */
function wholeText(value: object): string {
  const word = (_key: string, member: unknown): unknown =>
    typeof member === "bigint" ? String(member) : member;
  const lines = JSON.stringify(value, word, 1).split("\n");
  return lines
    .map((line) => {
      const indent = line.search(/[^ ]/);
      return line.slice(0, indent) + plainMarkedText(line.slice(indent));
    })
    .join("\n");
}
