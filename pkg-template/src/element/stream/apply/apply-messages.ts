import { type BaseEvent, EventType, type RunFinishedEvent } from "@ag-ui/core";
import { addAnswer, addArguments, beginCall, endCall, writtenCall } from "./apply-calls.js";
import {
  activityDetails,
  addInput,
  patchActivity,
  patchedActivity,
  replaceActivity,
  replaceAll,
} from "./apply-lists.js";
import {
  addEncrypted,
  addText,
  beginText,
  endText,
  pieceDetails,
  textDetails,
} from "./apply-texts.js";
import type { MessageList } from "./message-list.js";

/** What becomes of one type of event. */
interface EventHandling {
  /** What is announced beside it; `undefined` when there is nothing that it could change. */
  readonly details?: (list: MessageList, event: BaseEvent) => object | undefined;
  /** Changes the messages; says whether they are others now. Is given what was announced. */
  readonly apply?: (list: MessageList, event: BaseEvent, details: object) => boolean;
}

/** Every other event only is announced. */
const handling: { readonly [Type in EventType]?: EventHandling } = {
  [EventType.RUN_STARTED]: { apply: addInput },
  [EventType.RUN_FINISHED]: { details: (_list, event) => endOf(event as RunFinishedEvent) },
  [EventType.TEXT_MESSAGE_START]: { apply: beginText },
  [EventType.TEXT_MESSAGE_CONTENT]: { details: pieceDetails, apply: addText },
  [EventType.TEXT_MESSAGE_END]: { details: textDetails, apply: endText },
  [EventType.REASONING_MESSAGE_START]: { apply: beginText },
  [EventType.REASONING_MESSAGE_CONTENT]: { details: pieceDetails, apply: addText },
  [EventType.REASONING_MESSAGE_END]: { details: textDetails, apply: endText },
  [EventType.REASONING_ENCRYPTED_VALUE]: { apply: addEncrypted },
  [EventType.TOOL_CALL_START]: { apply: beginCall },
  [EventType.TOOL_CALL_ARGS]: { details: writtenCall, apply: addArguments },
  [EventType.TOOL_CALL_END]: { details: writtenCall, apply: endCall },
  [EventType.TOOL_CALL_RESULT]: { apply: addAnswer },
  [EventType.MESSAGES_SNAPSHOT]: { apply: replaceAll },
  [EventType.ACTIVITY_SNAPSHOT]: { details: activityDetails, apply: replaceActivity },
  [EventType.ACTIVITY_DELTA]: { details: patchedActivity, apply: patchActivity },
};

/** What is announced beside an event; `undefined` when there is nothing that it could change. */
export function detailsOf(list: MessageList, event: BaseEvent): object | undefined {
  const details = handling[event.type]?.details;
  return details ? details(list, event) : {};
}

/** Does to the messages what an event says; says whether they are others now. */
export function applyToMessages(list: MessageList, event: BaseEvent, details: object): boolean {
  return handling[event.type]?.apply?.(list, event, details) ?? false;
}

function endOf({ outcome, result }: RunFinishedEvent): object {
  const type = outcome?.type ?? "success";
  return type === "success" ? { outcome: type, result } : { ...outcome, outcome: type };
}
