import { BinaryStreamNormalizer } from "../../../pkg/dist/element/stream/binary-stream.js";
import { EventStreamNormalizer } from "../../../pkg/dist/element/stream/event-stream.js";
import { Transport } from "../../../pkg/dist/element/stream/transport.js";
import { expect, test } from "../test.js";
import { bytesOf, streamOf } from "./talk.js";

type Normalizer = EventStreamNormalizer | BinaryStreamNormalizer;

/** What is read of a stream that comes in these pieces, up to what is too long. */
function read(normalizer: Normalizer, ...pieces: Uint8Array<ArrayBuffer>[]): string {
  let text = "";
  for (const piece of pieces) {
    text += new TextDecoder().decode(normalizer.push(piece));
    if (normalizer.fault) break;
  }
  return text;
}

function expectCutAnywhere(make: () => Normalizer, bytes: Uint8Array, whole: string): void {
  for (let at = 0; at <= bytes.length; at += 1) {
    const normalizer = make();
    const seen = read(normalizer, bytes.slice(0, at), bytes.slice(at));
    expect(seen, `cut at byte ${at}`).toBe(whole);
    expect(normalizer.fault?.code).toBe("limit");
  }
}

test("what comes before an event that is too long is read, wherever the stream is cut", () => {
  const before = streamOf({ type: "RAW", event: 1 }, { type: "RAW", event: 2 });
  const stream = bytesOf(
    `${new TextDecoder().decode(before)}data: {"type":"RAW","event":"${"x".repeat(100)}"}\n\ndata: {"type":"RAW"}\n\n`,
  );
  expectCutAnywhere(() => new EventStreamNormalizer(60), stream, new TextDecoder().decode(before));
});

test("what comes before a binary message that is too long is read, wherever the stream is cut", () => {
  const message = (text: string): number[] => [0, 0, 0, text.length, ...bytesOf(text)];
  const before = [...message("one"), ...message("two")];
  const stream = new Uint8Array([...before, ...message("much too long"), ...message("three")]);
  const whole = new TextDecoder().decode(new Uint8Array(before));
  expectCutAnywhere(() => new BinaryStreamNormalizer(10), stream, whole);
});

test("an event may be as long as the limit says", () => {
  const frame = 'data: {"type":"RAW"}';
  const normalizer = new EventStreamNormalizer(frame.length);
  expect(read(normalizer, bytesOf(`${frame}\n\n${frame}\n\n`) as never)).not.toBe("");
  expect(normalizer.fault).toBeUndefined();
});

test("comments are a sign of life, and are kept from the client", async () => {
  const transport = new Transport();
  let signs = 0;
  transport.begin({
    limits: { eventSize: 1_000, reconnectAttempts: 0 },
    run: { threadId: "t", runId: "r" },
    isAttached: false,
    touch: () => {
      signs += 1;
    },
    reconnecting: () => {},
    reconnected: () => {},
  });
  const real = globalThis.fetch;
  globalThis.fetch = async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 5; count += 1) controller.enqueue(bytesOf(": ping\n\n"));
        controller.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  try {
    const response = await transport.fetch("http://localhost/agent", {});
    expect(await response.text()).toBe("");
  } finally {
    globalThis.fetch = real;
  }
  expect(signs).toBeGreaterThanOrEqual(5);
});
