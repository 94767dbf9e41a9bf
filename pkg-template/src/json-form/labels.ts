import { truncate } from "../codec/truncate.js";
import { visibleText } from "../visible-text/visible-text.js";
import { bounds } from "./bounds.js";
import type { Schema } from "./schema.js";

/** The label of a property: its `title`, or its name split into words. */
export function labelOf(schema: Schema, name: string): string {
  const { title } = schema;
  return typeof title === "string" && title.trim() !== "" ? shown(title) : inWords(shown(name));
}

/** The description of a property, if it has one. */
export function descriptionOf({ description }: Schema): string | undefined {
  if (typeof description !== "string" || description.trim() === "") return undefined;
  return visibleText(truncate(description, bounds.description));
}

/** The text of an option. */
export function optionLabel(value: unknown, title: unknown): string {
  if (typeof title === "string" && title.trim() !== "") return shown(title);
  return shown(typeof value === "string" && value !== "" ? value : (JSON.stringify(value) ?? ""));
}

/** `first_name` and `firstName` as "First name". A name in another form stays as it is. */
function inWords(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) return name;
  const words = name
    .replace(
      /([a-z0-9])([A-Z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replace(/[_-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function shown(text: string): string {
  return visibleText(truncate(text, bounds.label));
}
