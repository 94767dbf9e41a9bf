import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { RegisteredTool } from "../tools/types.js";
import type { ToolCallState } from "./call-state.js";
import { isSecretName } from "./sensitive-schema.js";
import { rowsOf, secretsIn, type ValueRows, withoutSecrets } from "./value-rows.js";

/** A call's values as a card shows them. */
export interface CallValues {
  readonly tool: RegisteredTool | undefined;
  readonly args: ValueRows;
  /** The text of the arguments, where it could not be read as an object. */
  readonly argsText: ValueRows | undefined;
  readonly result: ValueRows | undefined;
  readonly late: ValueRows | undefined;
  /** The message of an error, without the secrets among the arguments. */
  clean(message: string): string;
}

/** The values of a call as rows, with marks for sensitive ones. */
export function valuesOf(call: ToolCallState, agent: AgUiAgent | undefined): CallValues {
  const tool = toolOf(call, agent);
  const args = rowsOf(call.args, tool?.parameters);
  const secrets = secretsIn(args);
  const clean = (text: string): string => withoutSecrets(text, secrets);
  const isUnread = args.rows.length === 0 && !isBlank(call.argsText);
  return {
    tool,
    args,
    argsText: isUnread ? unreadRows(call.argsText, tool) : undefined,
    result: call.result === undefined ? undefined : resultRows(call.output, call.result, clean),
    late: call.late && resultRows(undefined, call.late.result, clean),
    clean,
  };
}

/** Its definition, if the page has the tool. */
function toolOf(
  { toolName }: ToolCallState,
  agent: AgUiAgent | undefined,
): RegisteredTool | undefined {
  try {
    return agent?.registry.get(toolName);
  } catch {
    // Nothing is loaded yet, or the registry was freed.
    return undefined;
  }
}

/** A text without members, which could mark secrets: it is shown at once only if nothing looks like a secret. */
function unreadRows(text: string, tool: RegisteredTool | undefined): ValueRows {
  const names = Array.from(
    text.slice(0, 20_000).matchAll(/"([^"\\]{1,100})"\s*:/g),
    ([, name]) => name,
  );
  const isSensitive =
    names.some((name) => name !== undefined && isSecretName(name)) ||
    JSON.stringify(tool?.parameters ?? {}).includes('"sensitive":true');
  return { rows: [{ path: [], text, isSensitive }], hasMore: false };
}

function resultRows(output: unknown, result: string, clean: (text: string) => string): ValueRows {
  const { rows, hasMore } = rowsOf(typeof output === "object" && output !== null ? output : result);
  return { rows: rows.map((row) => ({ ...row, text: clean(row.text) })), hasMore };
}

function isBlank(text: string): boolean {
  return /^\s*(?:\{\s*\}?)?\s*$/.test(text.slice(0, 100));
}
