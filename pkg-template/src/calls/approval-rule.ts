import { describe } from "../codec/describe.js";
import { late, race } from "../execution/race.js";
import { ownerOf } from "../tools/metadata.js";
import type { RegisteredTool } from "../tools/types.js";

/** How long a tool's approval rule may take, in milliseconds. */
const ruleTimeoutMs = 10_000;

/** Asks the tool's own rule. When in doubt, a person decides. */
export async function isAsked(tool: RegisteredTool, args: unknown): Promise<boolean> {
  const { approval } = tool.metadata;
  if (typeof approval !== "function") return true;
  const doubt = (why: string, ...cause: unknown[]): boolean => {
    console.warn(`<ag-ui-agent>: the approval rule of ${tool.name} ${why}; asking.`, ...cause);
    return true;
  };
  try {
    const ask = (): unknown => Reflect.apply(approval, ownerOf(tool.metadata), [args]);
    const said = await race(ask, { timeout: ruleTimeoutMs });
    if (said === late) return doubt(`has not answered within ${ruleTimeoutMs / 1000} s`);
    return typeof said === "boolean" ? said : doubt(`answered ${describe(said)}`);
  } catch (thrown) {
    return doubt("failed", thrown);
  }
}
