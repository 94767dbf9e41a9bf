import { messageOf } from "../codec/describe.js";
import type { ToolError } from "../execution/types.js";
import type { OwnStep } from "./call.js";
import { refusalOfName } from "./refusals.js";

/** Finds the tool. One whose module still loads is awaited. The page's steps get the call even without a tool. */
export const findTool: OwnStep = async (call, next) => {
  const { toolName, tools } = call.request;
  try {
    call.tool ??= tools.get(toolName) ?? (await tools.loaded(toolName));
    if (!call.tool) call.refusal = refusalOfName(toolName, tools);
  } catch (thrown) {
    call.refusal = notLoaded(toolName, thrown);
  }
  return next();
};

/** The next call of it tries again. */
function notLoaded(name: string, cause: unknown): ToolError {
  return {
    category: "transient",
    code: "not_loaded",
    message: `The tool "${name}" can't be used now: ${messageOf(cause)}`,
    retryable: true,
    cause,
  };
}
