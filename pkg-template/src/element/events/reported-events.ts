import type { AgentSubscriber } from "@ag-ui/client";
import type { SubagentStartedEvent } from "@ag-ui/core";
import { ownerOf } from "../stream/apply/apply-metadata.js";
import { wholeText } from "../stream/apply/apply-texts.js";
import { shownCopy } from "../values/shown-copy.js";
import type { AgUiAgentEventMap, Emit } from "./event-map.js";

type Hooks = Required<AgentSubscriber>;
type EventMap = AgUiAgentEventMap;

/** An event of the element and its detail. */
type ReportedEvent = {
  [Type in keyof EventMap]: readonly [type: Type, detail: EventMap[Type]["detail"]];
}[keyof EventMap];

/** What the client announces, and what is reported of it. */
type Rows = {
  readonly [Name in keyof Hooks]?: (seen: Parameters<Hooks[Name]>[0]) => ReportedEvent;
};

/**
 * The protocol's events that are reported and no more. To report another one, add a row here and its type to `event-map.ts`.
 *
 * The client announces an event before it acts on it, so a text's buffer lacks the delta that is reported.
 */
const rows = {
  onTextMessageStartEvent: ({ event }) => [
    "ag-ui-text-start",
    { messageId: event.messageId, role: event.role ?? "assistant", ...ownerOf(event) },
  ],
  onTextMessageContentEvent: (seen) => [
    "ag-ui-text-content",
    { messageId: seen.event.messageId, ...pieceOf(seen, seen.textMessageBuffer) },
  ],
  onTextMessageEndEvent: ({ event: { messageId }, textMessageBuffer: content }) => [
    "ag-ui-text-end",
    { messageId, content },
  ],

  onReasoningMessageStartEvent: ({ event }) => [
    "ag-ui-reasoning-start",
    { messageId: event.messageId, ...ownerOf(event) },
  ],
  onReasoningMessageContentEvent: (seen) => [
    "ag-ui-reasoning-content",
    { messageId: seen.event.messageId, ...pieceOf(seen, seen.reasoningMessageBuffer) },
  ],
  onReasoningMessageEndEvent: ({ event: { messageId }, reasoningMessageBuffer: content }) => [
    "ag-ui-reasoning-end",
    { messageId, content },
  ],

  onStepStartedEvent: ({ event }) => [
    "ag-ui-step-started",
    { stepName: event.stepName, ...ownerOf(event) },
  ],
  onStepFinishedEvent: ({ event }) => [
    "ag-ui-step-finished",
    { stepName: event.stepName, ...ownerOf(event) },
  ],

  onSubagentStartedEvent: ({ event }) => ["ag-ui-subagent-started", startOf(event)],
  onSubagentFinishedEvent: ({ event: { subagentRunId, result, outcome } }) => [
    "ag-ui-subagent-finished",
    {
      subagentRunId,
      ...(result !== undefined && { result: shownCopy(result) }),
      ...(outcome !== undefined && { outcome: shownCopy(outcome) }),
    },
  ],
  onSubagentErrorEvent: ({ event: { subagentRunId, message, code } }) => [
    "ag-ui-subagent-error",
    { subagentRunId, message, ...(code !== undefined && { code }) },
  ],

  onCustomEvent: ({ event: { name, value } }) => [
    "ag-ui-custom",
    { name, value: shownCopy(value) },
  ],
  onRawEvent: ({ event: { event, source } }) => [
    "ag-ui-raw",
    { event: shownCopy(event), ...(source !== undefined && { source }) },
  ],
} satisfies Rows;

/** What is known of a subagent that begins: what calls it, and where. */
function startOf(event: SubagentStartedEvent): EventMap["ag-ui-subagent-started"]["detail"] {
  const { subagentRunId, name, description, parentSubagentRunId } = event;
  const { parentToolCallId, parentMessageId } = event;
  return {
    subagentRunId,
    name,
    ...(description !== undefined && { description }),
    ...(parentSubagentRunId !== undefined && { parentSubagentRunId }),
    ...(parentToolCallId !== undefined && { parentToolCallId }),
    ...(parentMessageId !== undefined && { parentMessageId }),
  };
}

/** A piece of a text, and all of it so far. */
function pieceOf(
  seen: { readonly event: { readonly delta: string } },
  buffer: string,
): { readonly delta: string; readonly buffer: string } {
  const { delta } = seen.event;
  return { delta, buffer: wholeText(seen, buffer, delta) };
}

/** The part of a subscriber that reports what comes. */
export function reportedEvents(emit: Emit): AgentSubscriber {
  const hooks = Object.entries(rows as Record<string, (seen: never) => ReportedEvent>).map(
    ([hook, row]) => {
      const report = (seen: never): void => {
        const [type, detail] = row(seen);
        emit(type, detail as never);
      };
      return [hook, report] as const;
    },
  );
  return Object.fromEntries(hooks);
}
