import { isObject } from "../../codec/safe-read.js";
import type { AgUiTool } from "../../tools/registry.js";

/**
 * The tools that a client says it has, of those that can be offered. Both shapes of the client tool provider are understood. One
 * that breaks a rule is left out, and the others keep working.
 *
 * @param note is told why one was left out.
 */
export function clientTools(given: readonly unknown[], note: (why: string) => void): AgUiTool[] {
  const tools = new Map<string, AgUiTool>();
  for (const [index, definition] of given.entries()) {
    const tool = toolOf(definition);
    const where = `Client tool ${index}`;
    if (!tool) note(`${where} was left out: it needs name, description and parameters.`);
    else if (tools.has(tool.name)) note(`${where} was left out: there are two named "${tool.name}".`);
    else tools.set(tool.name, tool);
  }
  return [...tools.values()];
}

function toolOf(given: unknown): AgUiTool | undefined {
  if (!isObject(given)) return undefined;
  const { type, function: inner } = given as Record<string, unknown>;
  const flat = type === "function" && isObject(inner) ? inner : given;
  const { name, description, parameters } = flat as Record<string, unknown>;
  if (typeof name !== "string" || typeof description !== "string") return undefined;
  if (!isObject(parameters) || Array.isArray(parameters)) return undefined;
  return { name, description, parameters: parameters as AgUiTool["parameters"] };
}
