import { textOf } from "./handler-result.js";

/** What a handler made: the text for the model, and the value for the page. */
export interface Result {
  readonly text: string;
  readonly output: unknown;
}

export function resultOf(value: unknown, _maxLength: number): Result {
  return { text: textOf(value), output: value };
}
