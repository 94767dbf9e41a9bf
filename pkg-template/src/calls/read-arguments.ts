import { CheckedArguments } from "../execution/checked-arguments.js";
import type { RegisteredTool } from "../tools/types.js";
import type { Call } from "./call.js";

/** Reads and validates a call's arguments before its execution, which then takes them over. */
export async function readArguments(call: Call, tool: RegisteredTool): Promise<CheckedArguments> {
  const { args, request } = call;
  const { check = (of, written) => request.manager.check(of, written) } = request;
  const checked = args instanceof CheckedArguments ? args : await check(tool, args);
  call.args = checked;
  return checked;
}
