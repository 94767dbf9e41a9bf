import { deepFreeze } from "../tools/deep-freeze.js";
import { describe } from "./thrown.js";

/** A call's arguments as text, and why they could not be written as text, if so. */
export interface ArgumentsText {
  readonly text: string;
  readonly fault?: string;
}

/** Arguments are JSON: given as an object they are written down, so that what is validated is what the handler gets. */
export function argumentsText(args: unknown): ArgumentsText {
  if (typeof args === "string") return { text: args };
  try {
    return { text: JSON.stringify(args) ?? describe(args) };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : describe(thrown);
    return { text: "", fault: `The arguments can't be written as JSON: ${reason}.` };
  }
}

/** The value of argument text that the core has read: parsed anew for the handler, once and frozen for records. */
export class ArgumentsValue {
  readonly #json: string | undefined;
  #shown: Readonly<Record<string, unknown>> | undefined;

  /** `json` is absent when the text could not be read. */
  constructor(json: string | undefined) {
    this.#json = json;
  }

  /** A value of its own, for a handler to keep or change. */
  fresh(): Record<string, unknown> {
    return this.#json === undefined ? {} : JSON.parse(this.#json);
  }

  /** One frozen value, for records and events. */
  get shown(): Readonly<Record<string, unknown>> {
    this.#shown ??= deepFreeze(this.fresh());
    return this.#shown;
  }
}
