import { messageOf } from "../../codec/describe.js";
import { plainCopy } from "../../codec/plain-copy.js";
import { isArray, isObject } from "../../codec/safe-read.js";
import { permanent } from "../../errors/not-run.js";
import { ToolExecutionManager } from "../../execution/manager.js";
import { type RaceLimits, within } from "../../execution/race.js";
import type { ToolError } from "../../execution/types.js";
import type { RegisteredTool } from "../../tools/types.js";

/** The arguments that a client's handler gets. */
export type ClientPayload = Readonly<Record<string, unknown>>;

/** The arguments that the server has prepared, or the reason why they can't be used: for the client, and in detail for the log alone. */
export type Payload =
  | { readonly payload: ClientPayload }
  | { readonly fault: ToolError; readonly detail?: string };

/**
 * Checks what the server's half of a tool gives against the tool's own schema, whoever validates the arguments of calls: the client
 * validates by the same, and would refuse it after the model has been told that all is well. Never rejects.
 */
export async function payloadOf(
  tool: RegisteredTool,
  output: unknown,
  limits: RaceLimits,
): Promise<Payload> {
  // One without an executor asks the tool's own validator.
  const manager = new ToolExecutionManager();
  const whose = `The server's half of the tool "${tool.name}"`;
  try {
    const copy: unknown = plainCopy(output, "payload");
    if (!isObject(copy) || isArray(copy)) {
      return faulty(`${whose} must give an object: the arguments that the client gets.`);
    }
    const check = (): ReturnType<ToolExecutionManager["check"]> =>
      manager.check(tool, JSON.stringify(copy));
    const what = `Checking what the server has prepared of "${tool.name}"`;
    const { error, args } = await within(check, limits, what);
    if (!error) return { payload: args };
    return faulty(`${whose} prepared arguments that the tool's schema refuses.`, error.message);
  } catch (thrown) {
    return faulty(`${whose} prepared arguments that can't be used.`, messageOf(thrown));
  } finally {
    manager.free();
  }
}

function faulty(message: string, detail?: string): Payload & { readonly fault: ToolError } {
  const fault = permanent("invalid_payload", message);
  return { fault, ...(detail !== undefined && { detail }) };
}
