import { expect, test } from "../test.js";
import { count, isAnswered, type Sent, streamOf, talkThrough } from "./talk.js";

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };

/** A run with a message and two calls, whose arguments come mixed. */
const events: object[] = [
  started,
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Let me see." },
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "say", parentMessageId: "m1" },
  { type: "TOOL_CALL_START", toolCallId: "c2", toolCallName: "say", parentMessageId: "m1" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"n":' },
  { type: "TOOL_CALL_ARGS", toolCallId: "c2", delta: '{"n":2}' },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "1}" },
  { type: "TOOL_CALL_END", toolCallId: "c2" },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
  { type: "STATE_SNAPSHOT", snapshot: { a: 1 } },
  { type: "RAW", event: { noise: true } },
  finished,
];

let answers = 0;

/** A run that ends the loop. */
function answer(): Sent {
  answers += 1;
  const messageId = `answer-${answers}`;
  return {
    pieces: [
      streamOf(
        started,
        { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
        { type: "TEXT_MESSAGE_CONTENT", messageId, delta: "Done." },
        { type: "TEXT_MESSAGE_END", messageId },
        finished,
      ),
    ],
  };
}

/** Hears a stream, and then one more message. */
function hear(stream: readonly object[]) {
  const sent = { pieces: [streamOf(...stream)] };
  return talkThrough([sent, answer(), answer()], { sends: 2, maxRounds: 3 });
}

/**
 * What must hold of any stream at all: the loop ends, once; no call runs twice; none stays open; a failure is told
 * once; the next message works.
 */
async function faultsOf(what: string, stream: readonly object[]): Promise<unknown[]> {
  const heard = await hear(stream);
  const [first] = heard.outcomes;
  const isRight =
    heard.outcomes[1] === "finished" &&
    count(heard, "run-finalized") === 2 &&
    count(heard, "run-failed") === (first?.startsWith("failed") ? 1 : 0) &&
    new Set(heard.ran).size === heard.ran.length &&
    isAnswered(heard);
  return isRight ? [] : [{ what, ...heard }];
}

test("the stream as it is runs both calls, and is answered", async () => {
  const heard = await hear(events);
  expect(heard.outcomes).toEqual(["finished", "finished"]);
  expect(heard.ran).toEqual(['{"n":1}', '{"n":2}']);
});

test("rule 3: whichever event comes twice, no call runs twice and none stays open", async () => {
  const faults = [];
  for (const [at, event] of events.entries()) {
    const twice = events.toSpliced(at, 0, event);
    faults.push(...(await faultsOf(`twice at once: ${JSON.stringify(event)}`, twice)));
    const again = events.toSpliced(-1, 0, event);
    faults.push(...(await faultsOf(`again at the end: ${JSON.stringify(event)}`, again)));
  }
  expect(faults).toEqual([]);
});

test("rule 3: whichever event is missing, no call runs twice and none stays open", async () => {
  const faults = [];
  for (const [at, event] of events.entries()) {
    faults.push(...(await faultsOf(JSON.stringify(event), events.toSpliced(at, 1))));
  }
  expect(faults).toEqual([]);
});

test("rule 3: whichever two events change places, no call runs twice and none stays open", async () => {
  const faults = [];
  for (let one = 0; one < events.length; one += 1) {
    for (let other = one + 1; other < events.length; other += 1) {
      const moved = events.with(one, events[other] as object).with(other, events[one] as object);
      faults.push(...(await faultsOf(`${one} and ${other}`, moved)));
    }
  }
  expect(faults).toEqual([]);
});

test("rule 3: a whole stream that comes twice runs its calls once", async () => {
  const heard = await hear([...events, { ...started, runId: "r2" }, ...events.slice(1)]);
  expect(heard.outcomes).toEqual(["finished", "finished"]);
  expect(heard.ran).toEqual(['{"n":1}', '{"n":2}']);
});

/** Orders that the protocol allows: what happens in them is what happens in the first. */
const allowed: [string, (list: object[]) => object[]][] = [
  [
    "one call after the other",
    (list) => order(list, [0, 1, 2, 3, 4, 6, 8, 10, 5, 7, 9, 11, 12, 13]),
  ],
  [
    "calls before their message's text",
    (list) => order(list, [0, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 11, 12, 13]),
  ],
  [
    "calls within their message's text",
    (list) => order(list, [0, 1, 4, 5, 6, 7, 2, 8, 9, 10, 3, 11, 12, 13]),
  ],
  ["state and noise first", (list) => order(list, [0, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13])],
  [
    "noise after the end of the calls",
    (list) => list.toSpliced(11, 0, { type: "RAW", event: null }),
  ],
];

function order(list: readonly object[], places: readonly number[]): object[] {
  return places.map((at) => list[at] as object);
}

for (const [what, reorder] of allowed) {
  test(`rule 4: ${what}: the calls run, and are answered in call order`, async () => {
    const heard = await hear(reorder([...events]));
    expect(heard.outcomes).toEqual(["finished", "finished"]);
    expect(heard.ran).toEqual(['{"n":1}', '{"n":2}']);
    expect(isAnswered(heard)).toBe(true);
  });
}
