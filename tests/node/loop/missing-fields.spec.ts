import { EventSchema } from "@ag-ui/core/schemas";
import { expect, test } from "../test.js";
import { samples } from "./event-samples.js";
import { streamOf, talk, talkThrough } from "./talk.js";

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };

/** What an event needs before it, so that it makes sense when it is whole. */
const before: Record<string, object[]> = {
  TEXT_MESSAGE_CONTENT: [{ type: "TEXT_MESSAGE_START", ...samples.TEXT_MESSAGE_START }],
  TEXT_MESSAGE_END: [{ type: "TEXT_MESSAGE_START", ...samples.TEXT_MESSAGE_START }],
  TOOL_CALL_ARGS: [{ type: "TOOL_CALL_START", ...samples.TOOL_CALL_START }],
  TOOL_CALL_END: [
    { type: "TOOL_CALL_START", ...samples.TOOL_CALL_START },
    { type: "TOOL_CALL_ARGS", ...samples.TOOL_CALL_ARGS },
  ],
};

type Shape = Record<string, { isOptional(): boolean }>;

/** Each event of the protocol, and the fields that it must have by the protocol or by sense. */
const events = (EventSchema.options as unknown[]).map((option) => {
  const { shape } = option as { shape: Shape };
  const type = String((shape.type as unknown as { value: unknown }).value);
  return { type, fields: Object.keys(samples[type] ?? {}) };
});

const nothing = Symbol("missing");

const damages: [what: string, value: unknown][] = [
  ["missing", nothing],
  ["null", null],
  ["a number", 7],
  ["an object", { a: 1 }],
  ["a list of nothing", [null]],
];

for (const { type, fields } of events) {
  test(`${type}: whatever field is missing or something else, the user's words stay and no call runs with arguments that got lost`, async () => {
    for (const key of fields) {
      for (const [what, value] of damages) {
        const event: Record<string, unknown> = { type, ...samples[type], [key]: value };
        if (value === nothing) delete event[key];
        const stream = [started, ...(before[type] ?? []), event, finished];
        const replies = [stream, [started, finished]].map((events) => ({
          pieces: [streamOf(...events)],
        }));
        const heard = await talkThrough(replies, { sends: 1, maxRounds: 1 });
        const about = `${key} is ${what}: ${JSON.stringify(heard)}`;
        expect(heard.messages[0], about).toMatchObject({ role: "user", content: "Go" });
        expect(heard.outcomes[0], about).toMatch(
          /^(finished|interrupted|failed\/(protocol|backend|truncated))$/,
        );
        // A delta of null adds nothing, and neither does a chunk without one: some backends begin so.
        if (value !== null && type !== "TOOL_CALL_CHUNK")
          for (const args of heard.ran) expect(args, about).not.toBe("");
        expect(
          heard.events.filter((name) => name.startsWith("ag-ui-run-finalized")).length,
          about,
        ).toBe(1);
      }
    }
  });
}

for (const [what, messages] of [
  ["missing", undefined],
  ["null", null],
  ["text", "[]"],
  ["an object", {}],
  ["a list of nothing", [null]],
] as const) {
  test(`a snapshot of messages whose list is ${what} is refused, and the thread stays as it was`, async () => {
    const event = { type: "MESSAGES_SNAPSHOT", messages };
    const heard = await talk({ pieces: [streamOf(started, event, finished)] });
    expect(heard.outcomes).toEqual(["failed/protocol"]);
    expect(heard.messages).toMatchObject([{ role: "user", content: "Go" }]);
    // Of an entry that is nothing the protocol's own client says so before anybody else can.
    const names = what === "a list of nothing" ? /protocol/ : /MESSAGES_SNAPSHOT\.messages/;
    expect(heard.failures).toEqual([expect.stringMatching(names)]);
  });
}

for (const what of ["missing", "null"] as const) {
  test(`messages that are ${what} in what a backend repeats of the request change nothing`, async () => {
    const input = { threadId: "t", runId: "r", ...(what === "null" && { messages: null }) };
    const heard = await talk({ pieces: [streamOf({ ...started, input }, finished)] });
    expect(heard.outcomes).toEqual(["finished"]);
    expect(heard.messages).toMatchObject([{ role: "user", content: "Go" }]);
  });
}
