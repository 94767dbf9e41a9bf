import { messageOf } from "../../codec/describe.js";
import { isJsonObject } from "../../codec/json-object.js";
import { plainCopy } from "../../codec/plain-copy.js";
import { LONGEST_NAME } from "../../constants/core.js";
import { hiddenInTool } from "../../visible-text/foreign-tool.js";
import { readableSchema } from "../../visible-text/readable-schema.js";
import { readableText } from "../../visible-text/readable-text.js";
import type { FunctionDefinition, ToolDefinition } from "./definition.js";

/** How much a tool may say of itself: values, and characters of its JSON. */
const MOST_VALUES = 20_000;
const LONGEST_JSON = 262_144;

/** A tool as a client lists it, copied. Its fields are as they came: nobody has checked them. */
export interface ClientTool {
  /** Where its fields stand: `[2]`, or `[2].function`. */
  readonly place: string;
  /** Its name, if that is a text that could be one. */
  readonly name?: string;
  /** What it says, in the shape that it came in, and without what nobody knows. */
  readonly given: ToolDefinition;
  readonly definition: FunctionDefinition;
  /** Hidden characters that its texts had, by their names: `U+202E, U+200B`. A model is shown the texts without them. */
  readonly hidden?: string;
}

/** Why an entry can't even be looked at. */
export interface UnreadableTool {
  readonly place: string;
  readonly name?: string;
  readonly faults: readonly string[];
}

/** Reads one of a list, whatever it is. Never throws. */
export function readClientTool(list: object, index: number): ClientTool | UnreadableTool {
  const place = `[${index}]`;
  let entry: unknown;
  try {
    entry = plainCopy(Reflect.get(list, index) as unknown, place, MOST_VALUES);
  } catch (thrown) {
    const message = messageOf(thrown);
    const fault = message.startsWith(place) ? message : `${place}: can't be read: ${message}`;
    return { place, faults: [fault] };
  }
  return toolOf(entry, place);
}

function toolOf(entry: unknown, place: string): ClientTool | UnreadableTool {
  if (!isJsonObject(entry)) return { place, faults: [`${place}: ${shapes}`] };
  const length = JSON.stringify(entry).length;
  if (length > LONGEST_JSON) {
    const most = `at most ${LONGEST_JSON} characters of JSON`;
    return { place, faults: [`${place}: must be ${most}, but is ${length}`] };
  }
  const { type } = entry;
  const isWrapped = Object.hasOwn(entry, "function");
  const isFunction = type === "function" || (!isWrapped && (type ?? null) === null);
  const faults: string[] = [];
  if (!isFunction)
    faults.push(`${place}.type: must be "function"${isWrapped ? "" : ", or absent"}`);
  const fields = isWrapped ? entry.function : entry;
  const inside = isWrapped ? `${place}.function` : place;
  if (!isJsonObject(fields)) {
    return { place: inside, faults: [...faults, `${inside}: must be an object`] };
  }
  const { name, description, parameters } = fields;
  const { inTexts: hidden, inNames } = hiddenInTool([description], parameters);
  if (inNames !== undefined) {
    faults.push(`${inside}.parameters: has hidden characters in names or values: ${inNames}`);
  }
  const definition = {
    name,
    description: typeof description === "string" ? readableText(description) : description,
    parameters: isJsonObject(parameters) ? readableSchema(parameters).schema : parameters,
  } as FunctionDefinition;
  const isName = typeof name === "string" && name.length <= LONGEST_NAME;
  const named = isName && { name };
  if (faults.length > 0) return { place: inside, ...named, faults };
  const given: ToolDefinition = isWrapped
    ? { type: "function", function: definition }
    : { ...(type === "function" && { type }), ...definition };
  return { place: inside, ...named, given, definition, ...(hidden !== undefined && { hidden }) };
}

const shapes =
  "must be an object: { name, description, parameters }, or " +
  '{ type: "function", function: { name, description, parameters } }';
