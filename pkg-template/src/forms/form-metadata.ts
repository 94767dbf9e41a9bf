import { givenFunction } from "../tools/callable.js";
import type { ToolMetadata } from "../tools/types.js";

/** Metadata of the tools that are forms: by the tool's name, or from a function that is asked of each form. */
export type FormMetadata =
  | Readonly<Record<string, ToolMetadata>>
  | ((form: HTMLFormElement, toolName: string) => ToolMetadata | undefined);

/** An element's settings for forms: which are tools for its registry, and their metadata. */
export interface FormSource {
  includes(form: HTMLFormElement): boolean;
  metadataOf(form: HTMLFormElement, toolName: string): ToolMetadata | undefined;
}

/** Looks up the page's metadata of a form's tool. Exceptions of the page's function are passed on. */
export function metadataIn(
  metadata: FormMetadata | null | undefined,
  form: HTMLFormElement,
  toolName: string,
): ToolMetadata | undefined {
  if (typeof metadata === "function") return metadata(form, toolName) ?? undefined;
  if (!metadata || !Object.hasOwn(metadata, toolName)) return undefined;
  return metadata[toolName] ?? undefined;
}

const numbers = new WeakMap<object, number>();
let count = 0;

/** Metadata as text that identifies them; a function is identified by itself. */
export function keyOf(metadata: ToolMetadata): string {
  return JSON.stringify(metadata, (_key, value: unknown) => {
    if (value === Number.POSITIVE_INFINITY) return "Infinity";
    return typeof value === "function" ? `function ${numberOf(givenFunction(value))}` : value;
  });
}

function numberOf(value: object): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  count += 1;
  numbers.set(value, count);
  return count;
}
