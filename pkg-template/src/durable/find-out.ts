import { report } from "../events/report.js";
import { readHandlerResult } from "../execution/handler-result.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { race } from "../execution/race.js";
import type { AfterReloadRule, RegisteredTool } from "../tools/types.js";
import { type CallFate, readFate } from "./call-fate.js";

/** The longest time that a tool may take to find out about a call, in milliseconds. */
const LONGEST_SEARCH = 30_000;

/** The finding of a tool on a call: the result as the model reads it, or its fate. */
export type FoundOut = CallFate | { readonly result: string };

/** A call to find out about. */
export interface SearchedCall {
  readonly idempotencyKey: string;
  /** The arguments it ran with. */
  readonly argsText: string;
  readonly tool: RegisteredTool;
  readonly manager: ToolExecutionManager;
  readonly signal: AbortSignal;
}

/** Asks a tool what became of a call. What fails, or takes too long, leaves it unknown. Never rejects. */
export async function findOut(rule: AfterReloadRule, call: SearchedCall): Promise<FoundOut> {
  const { idempotencyKey, argsText, tool, manager, signal } = call;
  const search = new AbortController();
  const ends = AbortSignal.any([signal, search.signal]);
  try {
    const found = await race(
      async () => {
        const checked = await manager.check(tool, argsText);
        if (checked.error) return unknown;
        const { name: toolName } = tool;
        return {
          value: await rule({ idempotencyKey, toolName, args: checked.value, signal: ends }),
        };
      },
      { signal, timeout: LONGEST_SEARCH },
    );
    if (typeof found === "symbol" || !("value" in found)) return unknown;
    const fate = readFate(found.value);
    return fate ? { fate } : { result: readHandlerResult(found.value).text };
  } catch (thrown) {
    report(thrown);
    return unknown;
  } finally {
    search.abort();
  }
}

const unknown: CallFate = { fate: "unknown" };
