import { EventSchema, MessageSchema } from "@ag-ui/core/schemas";
import { plainEvent } from "../../../pkg/dist/element/stream/repair/plain-event.js";
import { expect, test } from "../test.js";
import { samples } from "./event-samples.js";
import { type Heard, streamOf, talk, talkThrough } from "./talk.js";

type Shape = Record<string, { isOptional(): boolean }>;
const shapeOf = (schema: unknown): Shape => (schema as { shape: Shape }).shape;

/** The events of the protocol, as its schemas list them. */
const events = (EventSchema.options as unknown[]).map((option) => {
  const shape = shapeOf(option);
  const type = String((shape.type as unknown as { value: unknown }).value);
  const optional = Object.keys(shape).filter((key) => key !== "type" && shape[key]?.isOptional());
  return { type, optional };
});

test("every event of the protocol has a sample", () => {
  expect(events.map(({ type }) => type).sort()).toEqual(Object.keys(samples).sort());
});

for (const { type, optional } of events) {
  test(`${type}: an optional field that is null is absent (${optional.join(", ")})`, () => {
    expect(optional.length).toBeGreaterThan(0);
    const event = { type, ...samples[type] };
    for (const key of optional) {
      const plain = plainEvent({ ...event, [key]: null } as never);
      expect(Object.keys(plain), key).not.toContain(key);
      expect(EventSchema.safeParse(plain).error, key).toBeUndefined();
    }
    const all = Object.fromEntries(optional.map((key) => [key, null]));
    expect(EventSchema.safeParse(plainEvent({ ...event, ...all } as never)).success).toBe(true);
  });
}

const call = { id: "c", type: "function", function: { name: "say", arguments: "{}" } };
const messages: Record<string, object> = {
  developer: { content: "a" },
  system: { content: "a" },
  assistant: { content: "a", toolCalls: [call] },
  user: { content: "a" },
  tool: { content: "a", toolCallId: "c" },
  activity: { activityType: "plan", content: { a: null } },
  reasoning: { content: "a" },
};

for (const option of MessageSchema.options as unknown[]) {
  const shape = shapeOf(option);
  const role = String((shape.role as unknown as { value: unknown }).value);
  test(`a ${role} message in a snapshot: an optional field that is null is absent`, () => {
    const message = { id: "m", role, ...messages[role] };
    for (const key of Object.keys(shape).filter((key) => shape[key]?.isOptional())) {
      const event = { type: "MESSAGES_SNAPSHOT", messages: [{ ...message, [key]: null }] };
      const plain = plainEvent(event as never);
      expect(EventSchema.safeParse(plain).error, key).toBeUndefined();
      expect((plain as unknown as { messages: object[] }).messages[0]).not.toHaveProperty(key);
    }
  });
}

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
const talkOf = (...list: object[]): Promise<Heard> => talk({ pieces: [streamOf(...list)] });

test("data of the page keeps its nulls", () => {
  for (const [type, key] of [
    ["STATE_SNAPSHOT", "snapshot"],
    ["CUSTOM", "value"],
    ["RAW", "event"],
    ["ACTIVITY_SNAPSHOT", "content"],
    ["STATE_DELTA", "delta"],
  ] as const) {
    const event = { type, ...samples[type] } as Record<string, unknown>;
    expect((plainEvent(event as never) as unknown as Record<string, unknown>)[key]).toEqual(
      event[key],
    );
  }
});

/** What a backend writes, and the same in the protocol's own form. */
const meant: [what: string, written: object, plain: Record<string, unknown>][] = [
  [
    "a time as text",
    { ...started, timestamp: "1795812955110" },
    { ...started, timestamp: 1795812955110 },
  ],
  [
    "a time as a date",
    { ...started, timestamp: "2026-11-28T00:00:00Z" },
    { ...started, timestamp: Date.UTC(2026, 10, 28) },
  ],
  [
    "a time in fractions",
    { ...started, timestamp: 1795812955110.7 },
    { ...started, timestamp: 1795812955110 },
  ],
  ["a time that is none", { ...started, timestamp: "soon" }, started],
  [
    "ids that are numbers",
    { type: "TOOL_CALL_END", toolCallId: 7 },
    { type: "TOOL_CALL_END", toolCallId: "7" },
  ],
  [
    "an outcome in a word",
    { ...finished, outcome: "success" },
    { ...finished, outcome: { type: "success" } },
  ],
  [
    "pending calls that are null",
    { ...finished, outcome: { type: "success", pendingToolCallIds: null } },
    { ...finished, outcome: { type: "success" } },
  ],
  [
    "a delta that is null",
    { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: null },
    { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "" },
  ],
  [
    "a role of another framework",
    { type: "TEXT_MESSAGE_START", messageId: "m", role: "ai" },
    { type: "TEXT_MESSAGE_START", messageId: "m" },
  ],
  [
    "a result that is an object",
    { type: "TOOL_CALL_RESULT", messageId: "t", toolCallId: "c", content: { a: 1 } },
    { type: "TOOL_CALL_RESULT", messageId: "t", toolCallId: "c", content: '{"a":1}' },
  ],
  [
    "an error in another field",
    { type: "RUN_ERROR", error: { message: "boom" }, code: 5 },
    { type: "RUN_ERROR", message: "boom", code: "5" },
  ],
  [
    "an error without words",
    { type: "RUN_ERROR", message: null },
    { type: "RUN_ERROR", message: "The agent reported an error without a message." },
  ],
  [
    "messages of other frameworks",
    {
      type: "MESSAGES_SNAPSHOT",
      messages: [
        { id: 1, role: "human", content: null },
        {
          id: 2,
          role: "ai",
          content: null,
          toolCalls: [{ id: 3, function: { name: "say", arguments: { a: 1 } } }],
        },
        { id: 4, role: "tool", toolCallId: 3, content: { ok: true }, error: null },
      ],
    },
    {
      type: "MESSAGES_SNAPSHOT",
      messages: [
        { id: "1", role: "user", content: "" },
        {
          id: "2",
          role: "assistant",
          toolCalls: [
            { id: "3", type: "function", function: { name: "say", arguments: '{"a":1}' } },
          ],
        },
        { id: "4", role: "tool", toolCallId: "3", content: '{"ok":true}' },
      ],
    },
  ],
];

for (const [what, written, plain] of meant) {
  test(`${what}: is what it means`, () => {
    expect(plainEvent(written as never)).toMatchObject(plain);
    expect(EventSchema.safeParse(plainEvent(written as never)).error).toBeUndefined();
  });
}

const text = (delta: unknown) => ({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta });
const start = { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" };
const end = { type: "TEXT_MESSAGE_END", messageId: "m" };
const callStart = {
  type: "TOOL_CALL_START",
  toolCallId: "c",
  toolCallName: "say",
  parentMessageId: "m",
};
const callArgs = { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"a":1}' };
const callEnd = { type: "TOOL_CALL_END", toolCallId: "c" };

/** Orders around the beginning and the end of a run, and how each ends. */
const orders: [what: string, stream: object[], outcome: string, said: string, ran: string[]][] = [
  ["no RUN_STARTED", [start, text("Hi"), end, finished], "finished", "Hi", []],
  [
    "no ids in RUN_STARTED and RUN_FINISHED",
    [{ type: "RUN_STARTED" }, start, text("Hi"), end, { type: "RUN_FINISHED" }],
    "finished",
    "Hi",
    [],
  ],
  ["RUN_STARTED twice", [started, started, start, text("Hi"), end, finished], "finished", "Hi", []],
  [
    "RUN_FINISHED twice",
    [started, start, text("Hi"), end, finished, finished],
    "finished",
    "Hi",
    [],
  ],
  [
    "a message that is open at the end",
    [started, start, text("Hi"), finished],
    "finished",
    "Hi",
    [],
  ],
  [
    "a message that is begun twice",
    [started, start, start, text("Hi"), end, finished],
    "finished",
    "Hi",
    [],
  ],
  [
    "a message that ends twice",
    [started, start, text("Hi"), end, end, finished],
    "finished",
    "Hi",
    [],
  ],
  ["a message that was not begun", [started, text("Hi"), end, finished], "finished", "Hi", []],
  [
    "steps that are open at the end",
    [started, { type: "STEP_STARTED", stepName: "s" }, start, text("Hi"), end, finished],
    "finished",
    "Hi",
    [],
  ],
  [
    "a step that ends without having begun",
    [started, { type: "STEP_FINISHED", stepName: "s" }, start, text("Hi"), end, finished],
    "finished",
    "Hi",
    [],
  ],
  [
    "reasoning that is open at the end",
    [
      started,
      { type: "REASONING_START", messageId: "r" },
      { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
      start,
      text("Hi"),
      end,
      finished,
    ],
    "finished",
    "Hi",
    [],
  ],
  [
    "a call that is open at the end",
    [started, start, text("Hi"), end, callStart, callArgs, finished],
    "finished",
    "Hi",
    ['{"a":1}'],
  ],
  [
    "a call of which nothing but its name has come at the end",
    [started, start, text("Hi"), end, callStart, finished],
    "finished",
    "Hi",
    [],
  ],
  [
    "a call that ends twice",
    [started, start, text("Hi"), end, callStart, callArgs, callEnd, callEnd, finished],
    "finished",
    "Hi",
    ['{"a":1}'],
  ],
  [
    "events after the end",
    [
      started,
      start,
      text("Hi"),
      end,
      finished,
      { type: "STATE_SNAPSHOT", snapshot: {} },
      text("late"),
    ],
    "finished",
    "Hi",
    [],
  ],
  ["RUN_ERROR first", [{ type: "RUN_ERROR", message: "boom" }], "failed/backend", "", []],
  [
    "RUN_ERROR while a call is open",
    [started, start, text("Hi"), callStart, { type: "RUN_ERROR", message: "boom" }],
    "failed/backend",
    "Hi",
    [],
  ],
  [
    "RUN_ERROR after RUN_FINISHED",
    [started, start, text("Hi"), end, finished, { type: "RUN_ERROR", message: "boom" }],
    "failed/backend",
    "Hi",
    [],
  ],
  [
    "RUN_FINISHED after RUN_ERROR",
    [started, start, text("Hi"), end, { type: "RUN_ERROR", message: "boom" }, finished],
    "failed/backend",
    "Hi",
    [],
  ],
  [
    "RUN_ERROR twice",
    [started, { type: "RUN_ERROR", message: "boom" }, { type: "RUN_ERROR", message: "again" }],
    "failed/backend",
    "",
    [],
  ],
];

for (const [what, stream, outcome, said, ran] of orders) {
  test(`${what}: the run ends as the backend meant`, async () => {
    const answer = [started, { ...start, messageId: "a" }, { ...end, messageId: "a" }, finished];
    const replies = [{ pieces: [streamOf(...stream)] }, { pieces: [streamOf(...answer)] }];
    const heard = await talkThrough(replies, { sends: 1, maxRounds: 1 });
    expect(heard.outcomes).toEqual([outcome]);
    const words = heard.messages.find(({ role }) => role === "assistant")?.content ?? "";
    expect(words).toBe(said);
    expect(heard.ran).toEqual(ran);
    const failures = heard.events.filter((event) => event.startsWith("ag-ui-run-failed"));
    expect(failures).toHaveLength(outcome.startsWith("failed") ? 1 : 0);
  });
}

test("what has no plain meaning is refused in a line that names event, field and what came", async () => {
  for (const [event, words] of [
    [
      { type: "TOOL_CALL_START", toolCallId: "c" },
      /TOOL_CALL_START\.toolCallName: expected string, received undefined/,
    ],
    [
      { type: "MESSAGES_SNAPSHOT", messages: [{ id: "m", role: "user", content: 5 }] },
      /MESSAGES_SNAPSHOT\.messages\.0/,
    ],
    [
      { type: "TOOL_CALL_END", toolCallId: "x" },
      /TOOL_CALL_END is for "x", which was not begun \(no TOOL_CALL_START\)/,
    ],
    [{ type: "TOOL_CALL_ARGS", toolCallId: "x", delta: "" }, /TOOL_CALL_ARGS is for "x"/],
  ] as const) {
    const errors: unknown[] = [];
    const heard = await talkOf(started, event, finished);
    expect(heard.outcomes, JSON.stringify(event)).toEqual(["failed/protocol"]);
    for (const failure of heard.failures) errors.push(failure);
    expect(errors).toEqual([expect.stringMatching(words)]);
    expect(String(errors[0])).not.toContain("\n");
    expect(String(errors[0]).length).toBeLessThan(300);
  }
});
