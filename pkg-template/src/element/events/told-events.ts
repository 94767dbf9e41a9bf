import type { AgentSubscriber } from "@ag-ui/client";
import { wholeText } from "../stream/apply/apply-texts.js";
import { shownCopy } from "../values/shown-copy.js";
import type { AgUiAgentEventMap, Emit } from "./events.js";

type Hooks = Required<AgentSubscriber>;
type EventMap = AgUiAgentEventMap;

/** An event of the element and its detail. */
type Told = {
  [Type in keyof EventMap]: readonly [type: Type, detail: EventMap[Type]["detail"]];
}[keyof EventMap];

/** What the client announces, and what the page is told of it. */
type Rows = { readonly [Name in keyof Hooks]?: (seen: Parameters<Hooks[Name]>[0]) => Told };

/**
 * The protocol's events that are told and no more. To tell another one, add a row here and its type to `events.ts`.
 *
 * The client announces an event before it acts on it, so a text's buffer lacks the delta that is told.
 */
const rows = {
  onTextMessageStartEvent: ({ event: { messageId, role = "assistant" } }) => [
    "ag-ui-text-start",
    { messageId, role },
  ],
  onTextMessageContentEvent: (seen) => [
    "ag-ui-text-content",
    { messageId: seen.event.messageId, ...pieceOf(seen, seen.textMessageBuffer) },
  ],
  onTextMessageEndEvent: ({ event: { messageId }, textMessageBuffer: content }) => [
    "ag-ui-text-end",
    { messageId, content },
  ],

  onReasoningMessageStartEvent: () => ["ag-ui-reasoning-start", null],
  onReasoningMessageContentEvent: (seen) => [
    "ag-ui-reasoning-content",
    pieceOf(seen, seen.reasoningMessageBuffer),
  ],
  onReasoningMessageEndEvent: ({ reasoningMessageBuffer: content }) => [
    "ag-ui-reasoning-end",
    { content },
  ],

  onStateSnapshotEvent: ({ event }) => [
    "ag-ui-state-snapshot",
    { snapshot: shownCopy(event.snapshot) },
  ],

  onStepStartedEvent: ({ event: { stepName } }) => ["ag-ui-step-started", { stepName }],
  onStepFinishedEvent: ({ event: { stepName } }) => ["ag-ui-step-finished", { stepName }],

  onCustomEvent: ({ event: { name, value } }) => [
    "ag-ui-custom",
    { name, value: shownCopy(value) },
  ],
  onRawEvent: ({ event: { event, source } }) => [
    "ag-ui-raw",
    { event: shownCopy(event), ...(source !== undefined && { source }) },
  ],
} satisfies Rows;

/** A piece of a text, and all of it so far. */
function pieceOf(
  seen: { readonly event: { readonly delta: string } },
  buffer: string,
): { readonly delta: string; readonly buffer: string } {
  const { delta } = seen.event;
  return { delta, buffer: wholeText(seen, buffer, delta) };
}

/** The part of a subscriber that tells the page what comes. */
export function toldEvents(emit: Emit): AgentSubscriber {
  const tellers = Object.entries(rows as Record<string, (seen: never) => Told>).map(
    ([hook, row]) => {
      const tell = (seen: never): void => {
        const [type, detail] = row(seen);
        emit(type, detail as never);
      };
      return [hook, tell] as const;
    },
  );
  return Object.fromEntries(tellers);
}
