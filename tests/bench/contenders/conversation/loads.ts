/** What a backend sends in one run, so many times. */
export interface Load {
  readonly id: string;
  readonly title: string;
  /** How many there are in the larger of two streams; the other has a tenth of them. */
  readonly count: number;
  /** Events without those that begin and end the run. */
  events(count: number): object[];
  /** What is wrong with a thread that should hold so many. */
  fault(thread: Thread, count: number): string | undefined;
}

/** What a run has left. */
export interface Thread {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[];
  readonly state: unknown;
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const word = "word ";
const rows = 5000;

export const loads: readonly Load[] = [
  {
    id: "calls",
    title: "tool calls",
    count: 10_000,
    events: (count) =>
      numbers(count).flatMap((n) => [
        { type: "TOOL_CALL_START", toolCallId: `c${n}`, toolCallName: "note" },
        { type: "TOOL_CALL_ARGS", toolCallId: `c${n}`, delta: `{"text":"Note ${n}"}` },
        { type: "TOOL_CALL_END", toolCallId: `c${n}` },
      ]),
    fault: ({ messages }, count) => unequal(rolesOf(messages, "assistant"), count),
  },
  {
    id: "messages",
    title: "short messages",
    count: 10_000,
    events: (count) => numbers(count).flatMap((n) => text(`m${n}`, [`Message ${n}`])),
    fault: ({ messages }, count) => unequal(rolesOf(messages, "assistant"), count),
  },
  {
    id: "deltas",
    title: "deltas of one text",
    count: 100_000,
    events: (count) => text("m", new Array<string>(count).fill(word)),
    fault: ({ messages }, count) =>
      unequal(String(messages.at(-1)?.content).length, count * word.length),
  },
  {
    id: "state",
    title: `deltas of a state with ${rows} objects`,
    count: 10_000,
    events: (count) => [
      { type: "STATE_SNAPSHOT", snapshot: { rows: numbers(rows).map(rowOf), last: -1 } },
      ...numbers(count).map((n) => ({
        type: "STATE_DELTA",
        delta: [
          { op: "replace", path: `/rows/${n % rows}/name`, value: `New ${n}` },
          { op: "replace", path: "/last", value: n },
        ],
      })),
    ],
    fault: ({ state }, count) => unequal((state as { last: number }).last, count - 1),
  },
];

/** The stream of a run with so many. */
export function streamOf(load: Load, count: number): Blob {
  const run = { threadId: "t", runId: "r" };
  const events = [
    { type: "RUN_STARTED", ...run },
    ...load.events(count),
    { type: "RUN_FINISHED", ...run },
  ];
  return new Blob(events.map((event) => `data: ${JSON.stringify(event)}\n\n`));
}

function text(messageId: string, deltas: readonly string[]): object[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    ...deltas.map((delta) => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta })),
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

function rowOf(n: number): object {
  return { id: n, name: `Row ${n}`, tags: ["one", "two"] };
}

function rolesOf(messages: Thread["messages"], role: string): number {
  return messages.filter((message) => message.role === role).length;
}

function unequal(value: number, expected: number): string | undefined {
  return value === expected ? undefined : `${value}, not ${expected}`;
}
