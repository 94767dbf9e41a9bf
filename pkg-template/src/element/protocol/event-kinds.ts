import { EventType } from "@ag-ui/core";

/** Something that a stream begins, goes on with and ends: by the events that say so, and the field that names it. */
export interface EventKind {
  readonly start: EventType;
  /** A piece of it. */
  readonly content?: EventType;
  /** Start, piece and end in one event. */
  readonly chunk?: EventType;
  readonly end: EventType;
  /** What ends it beside `end`. */
  readonly alsoEnds?: EventType;
  readonly key: "messageId" | "toolCallId" | "stepName" | "subagentRunId";
  /** A message of text. The role is that of one that is begun by its first piece, without a start. */
  readonly text?: { readonly role: string };
}

/**
 * The events of AG-UI that belong together. Whoever keeps their order, joins their pieces or counts what they begin reads
 * this table. What stands within another comes first: it is ended first.
 */
export const eventKinds: readonly EventKind[] = [
  {
    start: EventType.TOOL_CALL_START,
    content: EventType.TOOL_CALL_ARGS,
    chunk: EventType.TOOL_CALL_CHUNK,
    end: EventType.TOOL_CALL_END,
    key: "toolCallId",
  },
  {
    start: EventType.TEXT_MESSAGE_START,
    content: EventType.TEXT_MESSAGE_CONTENT,
    chunk: EventType.TEXT_MESSAGE_CHUNK,
    end: EventType.TEXT_MESSAGE_END,
    key: "messageId",
    text: { role: "assistant" },
  },
  {
    start: EventType.REASONING_MESSAGE_START,
    content: EventType.REASONING_MESSAGE_CONTENT,
    chunk: EventType.REASONING_MESSAGE_CHUNK,
    end: EventType.REASONING_MESSAGE_END,
    key: "messageId",
    text: { role: "reasoning" },
  },
  { start: EventType.REASONING_START, end: EventType.REASONING_END, key: "messageId" },
  { start: EventType.STEP_STARTED, end: EventType.STEP_FINISHED, key: "stepName" },
  {
    start: EventType.SUBAGENT_STARTED,
    end: EventType.SUBAGENT_FINISHED,
    alsoEnds: EventType.SUBAGENT_ERROR,
    key: "subagentRunId",
  },
];

/** The types of a column of the table. */
function typesOf(column: (kind: EventKind) => readonly (EventType | undefined)[]): Set<string> {
  return new Set(eventKinds.flatMap(column).filter((type) => type !== undefined));
}

/** The events that add a piece to something. */
export const contentTypes: ReadonlySet<string> = typesOf(({ content }) => [content]);

/** The events that add a piece to a text. */
export const textPieceTypes: ReadonlySet<string> = typesOf(({ text, content, chunk }) =>
  text ? [content, chunk] : [],
);

/** The events that may each be the first of a message, and name it by `messageId`. */
export const messageStartTypes: ReadonlySet<string> = new Set([
  ...typesOf(({ text, start }) => (text ? [start] : [])),
  EventType.TOOL_CALL_RESULT,
  EventType.ACTIVITY_SNAPSHOT,
]);
