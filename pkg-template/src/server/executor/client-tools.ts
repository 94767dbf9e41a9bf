import { messageOf } from "../../codec/describe.js";
import { isArray, isObject, readText } from "../../codec/safe-read.js";
import { NotInitializedError } from "../../core/state.js";
import { type AgUiTool, agUiToolOf } from "../../tools/ag-ui-tool.js";
import { defineTool } from "../../tools/define.js";

/** Tools of one client that are looked at; what it lists beyond that is left out. */
export const MOST_CLIENT_TOOLS = 256;

/** A tool that a client lists: as a model is shown it, or why it is left out. */
export type ClientTool =
  | { readonly name: string; readonly tool: AgUiTool }
  | { readonly name: string; readonly index: number; readonly why: string };

/** By the object: a reasoner asks for the same ones in every round. */
const known = new WeakMap<object, AgUiTool>();

/**
 * Sorts what a client lists. It comes from outside: one bad tool spoils no other. Of several of a name the first counts.
 *
 * @throws {NotInitializedError} where the JSON Schema module is needed and not loaded: then nothing can be said of any tool.
 */
export function clientToolsOf(list: unknown): readonly ClientTool[] {
  if (!isArray(list)) return [];
  const names = new Set<string>();
  const sorted: ClientTool[] = [];
  for (const [index, given] of list.entries()) {
    const name = nameOf(given);
    if (index >= MOST_CLIENT_TOOLS) {
      sorted.push({ name, index, why: `no more than ${MOST_CLIENT_TOOLS} tools are looked at` });
      break;
    }
    if (names.has(name)) {
      sorted.push({ name, index, why: "another tool of the list has its name" });
      continue;
    }
    try {
      sorted.push({ name, tool: checked(given) });
      names.add(name);
    } catch (thrown) {
      if (thrown instanceof NotInitializedError) throw thrown;
      sorted.push({ name, index, why: messageOf(thrown) });
    }
  }
  return sorted;
}

/** Whether a client lists a tool, good or bad. */
export function lists(list: unknown, name: string): boolean {
  return isArray(list) && list.slice(0, MOST_CLIENT_TOOLS).some((given) => nameOf(given) === name);
}

function nameOf(given: unknown): string {
  return isObject(given) ? (readText(given, "name") ?? "") : "";
}

/** The rules are those of every definition. @throws {ToolDefinitionError} with every fault. */
function checked(given: unknown): AgUiTool {
  const before = isObject(given) && known.get(given);
  if (before) return before;
  const { name, description, parameters } = (isObject(given) ? given : {}) as Partial<AgUiTool>;
  const handler = (): void => {};
  const definition = { name, description, parameters: parameters ?? {}, handler };
  const tool = agUiToolOf(defineTool(definition));
  if (isObject(given)) known.set(given, tool);
  return tool;
}
