import { EventEncoder } from "@ag-ui/encoder";
import { EventStreamNormalizer } from "../../../pkg/dist/element/stream/event-stream.js";
import { capturedStreams } from "../../support/captured.js";
import { expect, test } from "../test.js";
import { bytesOf, count, isAnswered, type Sent, streamOf, talk } from "./talk.js";

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
const binary = "application/vnd.ag-ui.event+proto";

/** A run with an event of each kind that the loop hears, and characters of one to four bytes. */
const events = [
  started,
  { type: "REASONING_START", messageId: "r" },
  { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "ä€" },
  { type: "REASONING_MESSAGE_END", messageId: "r1" },
  { type: "REASONING_END", messageId: "r" },
  { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "🐘" },
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "say", parentMessageId: "m1" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"a":"🐘' },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '"}' },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
  { type: "STATE_SNAPSHOT", snapshot: { a: 1 } },
  finished,
];

const whole = streamOf(...events);
const answer: Sent = {
  pieces: [
    streamOf(
      started,
      { type: "TEXT_MESSAGE_START", messageId: "next", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "next", delta: "Next." },
      { type: "TEXT_MESSAGE_END", messageId: "next" },
      finished,
    ),
  ],
};

const captured = capturedStreams().map(([name, text]): [string, Uint8Array] => [
  name,
  bytesOf(text),
]);

const streams: [string, Uint8Array][] = [
  ["every kind of event", whole],
  ["CRLF line ends", bytesOf(textOf(whole).replaceAll("\n", "\r\n"))],
  ["CR line ends", bytesOf(textOf(whole).replaceAll("\n", "\r"))],
  ["comments and other fields", bytesOf(textOf(whole).replaceAll("data:", ": hi\nid: 1\ndata:"))],
  ["a byte order mark", bytesOf(`\ufeff${textOf(whole)}`)],
  ...captured,
];

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** What the client gets of a stream that comes in these pieces; each part of it must be whole frames. */
function read(...pieces: Uint8Array[]): string {
  const normalizer = new EventStreamNormalizer();
  const parts = [...pieces.map((piece) => normalizer.push(piece)), normalizer.end()].map(textOf);
  for (const part of parts) if (part !== "") expect(part.endsWith("\n\n")).toBe(true);
  return parts.join("");
}

for (const [name, bytes] of streams) {
  test(`${name}: where the pieces of a stream are cut does not matter`, () => {
    const expected = read(bytes);
    expect(expected).toMatch(/RUN_FINISHED|RUN_ERROR/);
    for (let at = 0; at <= bytes.length; at += 1) {
      const cut = read(bytes.subarray(0, at), bytes.subarray(at));
      if (cut !== expected) expect(cut, `cut at byte ${at}`).toBe(expected);
    }
    expect(read(...piecesOf(bytes, 1))).toBe(expected);
  });
}

for (const [name, bytes] of streams) {
  test(`${name}: a stream that comes byte by byte is heard as one that comes at once`, async () => {
    const atOnce = await talk({ pieces: [bytes] });
    expect(await talk({ pieces: piecesOf(bytes, 1) })).toEqual(atOnce);
  });
}

function piecesOf(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}

/** What is wrong when a stream is cut there: it is one failure, no tool of it runs, and the next message works. */
async function faultsOf(bytes: Uint8Array, cuts: Iterable<number>, type?: string) {
  const faults: unknown[] = [];
  for (const at of cuts) {
    const sent: Sent = { pieces: [bytes.subarray(0, at)], ...(type && { type }) };
    const heard = await talk(sent, answer);
    const seen = { ...heard, isAnswered: isAnswered(heard), failures: count(heard, "run-failed") };
    const isRight =
      heard.outcomes.join() === "failed/truncated,finished" &&
      heard.ran.length === 0 &&
      seen.failures === 1 &&
      count(heard, "run-finalized") === 2 &&
      seen.isAnswered;
    if (!isRight) faults.push({ at, ...seen });
  }
  return faults;
}

function upTo(end: number): number[] {
  return Array.from({ length: end }, (_, at) => at);
}

/** Where the last frame, the one that ends the run, is whole: its blank line may be missing. */
function endOf(bytes: Uint8Array): number {
  return textOf(bytes).trimEnd() === textOf(bytes)
    ? bytes.length
    : bytesOf(textOf(bytes).trimEnd()).length;
}

test("rule 5: a stream that is cut at any byte is one failure, and the next message works", async () => {
  expect(await faultsOf(whole, upTo(endOf(whole)))).toEqual([]);
  const heard = await talk({ pieces: [whole.subarray(0, endOf(whole))] }, answer);
  expect(heard.outcomes[0]).toBe("failed/max_rounds"); // it asks for a tool, and no round is allowed
});

for (const [name, bytes] of captured) {
  test(`rule 5: ${name}, cut at and around the end of every event, is one failure`, async () => {
    const ends = [...textOf(bytes).matchAll(/\n\n/g)].map(({ index }) => index);
    const cuts = ends.flatMap((end) => [end - 9, end - 1, end, end + 1, end + 2]);
    const early = cuts.filter((cut) => cut < endOf(bytes));
    expect(await faultsOf(bytes, early)).toEqual([]);
  });
}

/** The run in the binary encoding, as a server would write it. */
const encoder = new EventEncoder({ accept: binary });
const frames = events.map((event) => encoder.encodeBinary(event as never));
const encoded = new Uint8Array(Buffer.concat(frames));

test("a binary stream is heard as the text is, whole and byte by byte", async () => {
  const text = await talk({ pieces: [whole] });
  expect(await talk({ pieces: [encoded], type: binary })).toEqual(text);
  expect(await talk({ pieces: piecesOf(encoded, 1), type: binary })).toEqual(text);
});

test("a binary stream that says of a message that it is longer than any is a protocol failure", async () => {
  const noise = new Uint8Array(64).fill(200);
  const heard = await talk({ pieces: [encoded.subarray(0, 60), noise], type: binary }, answer);
  expect(heard.outcomes).toEqual(["failed/protocol", "finished"]);
});

test("rule 5: a binary stream that is cut at any byte is one failure, and the next message works", async () => {
  expect(await faultsOf(encoded, upTo(encoded.length), binary)).toEqual([]);
});
