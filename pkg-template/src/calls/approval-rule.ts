import { describe } from "../codec/describe.js";
import { late, race } from "../execution/race.js";
import { ownerOf } from "../tools/metadata.js";
import type { RegisteredTool } from "../tools/types.js";

/** The time that a tool's approval rule has, in milliseconds. */
const ruleTimeoutMs = 10_000;

/** Evaluates the tool's own rule. An invalid or missing answer counts as yes, so that a person decides. */
export async function isAsked(tool: RegisteredTool, args: unknown): Promise<boolean> {
  const { approval } = tool.metadata;
  if (typeof approval !== "function") return true;
  const doubt = (why: string, ...cause: unknown[]): boolean => {
    console.warn(`<ag-ui-agent>: the approval rule of ${tool.name} ${why}; asking.`, ...cause);
    return true;
  };
  try {
    const rule = (): unknown => Reflect.apply(approval, ownerOf(tool.metadata), [args]);
    const answer = await race(rule, { timeout: ruleTimeoutMs });
    if (answer === late) return doubt(`has not answered within ${ruleTimeoutMs / 1000} s`);
    return typeof answer === "boolean" ? answer : doubt(`answered ${describe(answer)}`);
  } catch (thrown) {
    return doubt("failed", thrown);
  }
}
