import type { Message, ToolCall, ToolMessage } from "@ag-ui/core";

/** Which side's version the thread goes on with. */
export type Kept = "page" | "backend";

/**
 * What a backend's list of messages said otherwise than the page knew it:
 *
 * - `message-changed`, `-added`, `-removed`, `-moved`: what the user said, or a system or developer message
 * - `result-changed`: the answer to a call
 * - `call-changed`: the name or the arguments of a call
 * - `call-removed`: a call that the page has answered is gone, and its answer with it
 */
export type HistoryChange =
  | {
      readonly kind: "message-changed" | "message-added" | "message-removed" | "message-moved";
      readonly messageId: string;
      /** As the page knew it; absent when it was added. */
      readonly before?: Message;
      /** As the backend has it; absent when it was removed. */
      readonly after?: Message;
      readonly kept: Kept;
    }
  | {
      readonly kind: "result-changed";
      readonly messageId: string;
      /** The id the backend gave the call. */
      readonly toolCallId: string;
      readonly before: ToolMessage;
      readonly after: ToolMessage;
      readonly kept: Kept;
    }
  | {
      readonly kind: "call-changed" | "call-removed";
      readonly messageId: string;
      /** The id the backend gave the call. */
      readonly toolCallId: string;
      readonly before: ToolCall["function"];
      /** Absent when it was removed. */
      readonly after?: ToolCall["function"];
      readonly kept: Kept;
    };
