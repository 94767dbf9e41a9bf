import { html, type TemplateResult } from "lit";
import { isObject } from "../../codec/safe-read.js";
import { jsonTextOf } from "../../json-form/fits.js";
import { markedText, plainMarkedText } from "../../look/marked-text.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";

/** A longer text is shown in a box of its own, so that what comes after it stays in view. */
const longText = 400;

/** More rows of a list or an object are folded: the summary has their number. */
const mostRows = 20;

/** The maximum number of values in rows of their own; more are shown as one text. */
const mostValues = 2_000;

/** The number of levels whose values are laid out one by one: each is indented, and must leave room for a value. */
const deepest = 8;

/** A JSON Schema of the arguments: it marks the secret ones. */
type Parameters = Readonly<Record<string, unknown>>;

/**
 * All arguments of a call, a row for each value. No value that a model writes can push another out of sight, and
 * nothing is left out: long values are folded, with their length.
 */
export function argumentList(
  args: Readonly<Record<string, unknown>>,
  strings: ApprovalStrings,
  parameters: Parameters = {},
): TemplateResult {
  if (Object.keys(args).length === 0) return html`<p class="none">${strings.argumentsNone}</p>`;
  const list = new ArgumentList(strings);
  return isLaidOut(args) ? list.rows(args, secretsOf(parameters)) : list.whole(args);
}

class ArgumentList {
  readonly #strings: ApprovalStrings;

  constructor(strings: ApprovalStrings) {
    this.#strings = strings;
  }

  rows(value: object, secrets: ReadonlySet<string> = new Set()): TemplateResult {
    const isList = Array.isArray(value);
    const entries = Object.entries(value);
    const list = (from: number, to: number) => html`<dl class=${isList ? "list" : ""}>
      ${entries.slice(from, to).map(([key, member]) => this.#row(isList, key, member, secrets))}
    </dl>`;
    const more = entries.length - mostRows;
    if (more <= 0) return list(0, mostRows);
    return html`${list(0, mostRows)}<details>
      <summary>${this.#strings.argumentsMore(more)}</summary>
      ${list(mostRows, entries.length)}
    </details>`;
  }

  /** Laid out as JSON, in which only the layout itself breaks and indents lines. */
  whole(value: object): TemplateResult {
    const lines = jsonTextOf(value, 1).split("\n");
    const shown = lines.map((line) => {
      const indent = line.search(/[^ ]/);
      return line.slice(0, indent) + plainMarkedText(line.slice(indent));
    });
    const text = shown.join("\n");
    return this.#box(text, text.length);
  }

  #row(isList: boolean, key: string, value: unknown, secrets: ReadonlySet<string>) {
    const name = isList ? `${Number(key) + 1}.` : this.#text(key);
    const shown = this.#value(value);
    const { argumentsSecret } = this.#strings;
    return html`<div part="argument"><dt>${name}</dt><dd>${
      secrets.has(key)
        ? html`<details><summary>${argumentsSecret}</summary>${shown}</details>`
        : shown
    }</dd></div>`;
  }

  #value(value: unknown): TemplateResult {
    const { argumentsEmpty } = this.#strings;
    if (value === "") return html`<span class="literal">"" (${argumentsEmpty})</span>`;
    if (typeof value === "string") return html`<span class="string">${this.#text(value)}</span>`;
    if (!isObject(value)) return html`<span class="literal">${String(value)}</span>`;
    if (Object.keys(value).length > 0) return this.rows(value);
    const brackets = Array.isArray(value) ? "[]" : "{}";
    return html`<span class="literal">${brackets} (${argumentsEmpty})</span>`;
  }

  #text(text: string): unknown {
    const shown = markedText(text);
    return text.length > longText ? this.#box(shown, text.length) : shown;
  }

  #box(shown: unknown, length: number): TemplateResult {
    const label = this.#strings.argumentsAll(length);
    // Without a tabindex a keyboard could not scroll it.
    return html`<div class="long">
      <label><input type="checkbox" /> ${label}</label>
      <div class="box scroller" tabindex="0" role="group" aria-label=${label}>${shown}</div>
    </div>`;
  }
}

/** The arguments that their schema marks as sensitive: shown only on request. */
function secretsOf({ properties }: Parameters): ReadonlySet<string> {
  if (!isObject(properties)) return new Set();
  const secret = Object.entries(properties).filter(
    ([, schema]) => isObject(schema) && Reflect.get(schema, "sensitive") === true,
  );
  return new Set(secret.map(([name]) => name));
}

function isLaidOut(value: object): boolean {
  let left = mostValues;
  const fits = (value: unknown, depth: number): boolean => {
    left -= 1;
    if (left < 0 || depth > deepest) return false;
    return !isObject(value) || Object.values(value).every((member) => fits(member, depth + 1));
  };
  return fits(value, 0);
}

/** The frame of a list of arguments, with a label. */
export function argumentFrame(id: string, label: string, list: TemplateResult): TemplateResult {
  // Without a tabindex a keyboard could not scroll it.
  return html`<div>
    <p class="label" id=${id}>${label}</p>
    <div class="arguments shadowed scroller" part="arguments" tabindex="0" role="group" aria-labelledby=${id}>${list}</div>
  </div>`;
}
