import type { Tool } from "@ag-ui/core";
import type { Answer, Turn } from "./turn.js";

/** Something a prompt asks for, and where in the prompt it was found. */
export interface Intent {
  readonly at: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Arguments put right after the page refused them, and what changed, in words. */
export interface Fix {
  readonly args: Readonly<Record<string, unknown>>;
  readonly what: string;
}

/** What the agent knows about one tool: how people ask for it, and what to say about what it did. */
export interface Skill {
  readonly tool: string;
  /** Completes "I can …". */
  readonly offer: string;
  readonly example: string;
  understand(prompt: string, turn: Turn, tool: Tool | undefined): readonly Intent[];
  reply(answer: Answer, tool: Tool | undefined): string;
  /** Corrects refused arguments; without it, or when it gives nothing, the refusal is told instead. */
  fix?(answer: Answer, tool: Tool | undefined): Fix | undefined;
}

/** A property of the JSON Schema that the page offered with a tool. */
export function propertySchema(
  tool: Tool | undefined,
  name: string,
): Readonly<Record<string, unknown>> {
  const properties = (tool?.parameters as { properties?: Record<string, unknown> } | undefined)
    ?.properties;
  const property = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof property === "object" && property !== null
    ? (property as Record<string, unknown>)
    : {};
}

/** The strings an enum allows. */
export function allowed(tool: Tool | undefined, name: string): readonly string[] {
  const values = propertySchema(tool, name).enum;
  return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
}
