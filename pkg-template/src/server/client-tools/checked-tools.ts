import { describe, messageOf } from "../../codec/describe.js";
import { isArray, isObject, read } from "../../codec/safe-read.js";
import type { DefinitionIssue } from "../../core/raw.js";
import { NotInitializedError } from "../../core/state.js";
import { ToolDefinitionError } from "../../errors/definition-error.js";
import { defineTool, discardTool } from "../../tools/define.js";
import type { RegisteredTool } from "../../tools/types.js";
import { type ClientTool, readClientTool } from "./read-tool.js";

/** How many tools are taken of one client. More than any API of models takes, and few enough to be checked in passing. */
export const MOST_TOOLS = 1000;

/** A fault of what a client lists. */
export interface ClientToolFault {
  /** Which of the list it is about; -1 when it is the list. */
  readonly index: number;
  /** The tool's name, if it has one. */
  readonly name?: string;
  /** Where, and what would be allowed: `[2].function.name: must be …`. */
  readonly message: string;
}

/** A tool of a client that keeps all rules. */
export interface CheckedClientTool extends ClientTool {
  /** The same, compiled: its handler is never called. */
  readonly tool: RegisteredTool;
}

/** What was found of a list. */
export interface CheckedClientTools {
  readonly tools: readonly CheckedClientTool[];
  /** In the order of the list. */
  readonly faults: readonly ClientToolFault[];
}

/** Optional settings. */
export interface ClientToolRules {
  /** Whether a tool without `parameters` is a fault; else it takes any object. @default true */
  readonly needsParameters?: boolean;
  /** The maximum number of tools that are read. @default 1000 */
  readonly most?: number;
}

/**
 * Checks what a client lists, by the rules that a registry has for its own tools. Whatever the list holds, what comes of it is tools
 * and faults; of two with one name the first is taken.
 *
 * @throws {NotInitializedError} before the core and the JSON Schema module are loaded.
 */
export function checkClientTools(
  list: unknown,
  { needsParameters = true, most = MOST_TOOLS }: ClientToolRules = {},
): CheckedClientTools {
  const faults: ClientToolFault[] = [];
  const tools: CheckedClientTool[] = [];
  const places = new Map<string, string>();
  const length = lengthOf(list);
  if (typeof length === "string") return { tools, faults: [{ index: -1, message: length }] };
  for (let index = 0; index < Math.min(length, most); index += 1) {
    const found = readClientTool(list as object, index);
    const { place, name } = found;
    const messages = "faults" in found ? [...found.faults] : [];
    const tool =
      "faults" in found ? undefined : define(found, { faults: messages, needsParameters });
    const first = name === undefined ? undefined : places.get(name);
    if (name !== undefined && first !== undefined) {
      messages.push(`${place}.name: "${name}" is the name of ${first} already`);
    } else if (name !== undefined) places.set(name, place);
    if (tool && messages.length === 0) tools.push({ ...(found as ClientTool), tool });
    else if (tool) discardTool(tool);
    const named = name !== undefined && { name };
    for (const message of messages) faults.push({ index, ...named, message });
  }
  if (length > most) faults.push({ index: most, message: tooMany(length, most) });
  return { tools, faults };
}

/** How many there are, or why it is no list. */
function lengthOf(list: unknown): number | string {
  if (!isArray(list)) return `must be an array of tool definitions, but is ${kindOf(list)}`;
  const length = read(list, "length");
  return typeof length === "number" && length >= 0 ? length : "can't be read";
}

function define(
  { place, definition: { name, description, parameters } }: ClientTool,
  { faults, needsParameters }: { readonly faults: string[]; readonly needsParameters: boolean },
): RegisteredTool | undefined {
  try {
    const shape = needsParameters ? parameters : (parameters ?? {});
    return defineTool({ name, description, parameters: shape, handler: runsElsewhere });
  } catch (thrown) {
    if (thrown instanceof NotInitializedError) throw thrown;
    if (thrown instanceof ToolDefinitionError) {
      faults.push(...thrown.issues.map((issue) => worded(place, issue)));
    } else faults.push(`${place}: can't be checked: ${messageOf(thrown)}`);
    return undefined;
  }
}

function worded(place: string, { path, message }: DefinitionIssue): string {
  const [field] = path;
  if (field === "schema") return `${place}.parameters: is missing: give a JSON Schema of an object`;
  return `${place}${path.map(step).join("")}: ${message}`;
}

/** A step of a path, as a script would write it. */
function step(key: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return `.${key.slice(0, 100)}`;
  return /^\d{1,9}$/.test(key) ? `[${key}]` : `[${JSON.stringify(key.slice(0, 100))}]`;
}

function tooMany(length: number, most: number): string {
  return `[${most}]: at most ${most} tools are taken, but there are ${length}`;
}

function runsElsewhere(): never {
  throw new Error("A tool of the client does not run here.");
}

function kindOf(value: unknown): string {
  if (isObject(value)) return "an object";
  return value === null || value === undefined ? describe(value) : `a ${typeof value}`;
}
