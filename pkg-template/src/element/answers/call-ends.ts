import type { ToolMessage } from "@ag-ui/core";
import { jsonObjectOf } from "../../codec/json-object.js";
import { answerText } from "../../codec/message-text.js";
import { givenUp } from "../../errors/not-run.js";
import type { ToolError } from "../../execution/types.js";
import type { ToolCallDetail } from "../events/details.js";
import type { Emit } from "../events/event-map.js";
import type { KnownCall } from "../identity/known-call.js";

/** Reports a call that was answered without a run of its tool: by the backend, or as not run. */
export function emitAnswered(
  call: KnownCall,
  answer: Pick<ToolMessage, "content" | "error">,
  { isOurs, emit }: { readonly isOurs: boolean; readonly emit: Emit },
): void {
  const answeredBy = isOurs ? {} : { answeredBy: "backend" as const };
  if (answer.error) {
    const error = isOurs ? givenUp(answer.error) : failed(answer.error);
    emit("ag-ui-tool-call-error", { ...detailOf(call), error, ...answeredBy });
    return;
  }
  const toolCallArgs = jsonObjectOf(call.args) ?? {};
  const result = answerText(answer.content);
  emit("ag-ui-tool-call-end", { ...detailOf(call), toolCallArgs, result, ...answeredBy });
}

/** Reports a call that the backend began and took back: it is in no message. */
export function emitWithdrawn(call: KnownCall, emit: Emit): void {
  const error = givenUp("The tool was not run: the agent took the call out of the thread.");
  emit("ag-ui-tool-call-error", { ...detailOf(call), error });
}

function detailOf({ alias, name }: KnownCall): ToolCallDetail {
  return { toolCallId: alias, toolCallName: name };
}

function failed(message: string): ToolError {
  return { category: "unknown", message, retryable: false };
}
