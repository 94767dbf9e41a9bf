import { Pace } from "../pace.js";
import { inAwkwardPieces, inTwoParts } from "./pieces.js";

/** Pauses in milliseconds: before it writes, and between pieces. */
const THINKING = 350;
const PIECE = 18;

/** A completion that is streamed. */
export interface Completion {
  readonly text: string;
  readonly model: string;
  readonly pace: number;
}

/** A completion as chunks of OpenAI's, in awkward pieces and no faster than the client reads them. */
export function completionStream(completion: Completion): Response {
  const gone = new AbortController();
  const parts = partsOf(completion, gone.signal);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value } = await parts.next();
        if (value) controller.enqueue(value);
        else controller.close();
      },
      cancel: () => gone.abort(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

/** Each event in two parts, since a client that reads bytes has to join them. Throws the signal's reason once the client has gone. */
async function* partsOf(completion: Completion, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const data of eventsOf(completion, signal)) {
    for (const part of inTwoParts(new TextEncoder().encode(`data: ${data}\n\n`))) {
      yield part;
      // The first part is sent before the second follows: otherwise both would arrive as one.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

async function* eventsOf(
  { text, model, pace: factor }: Completion,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const pace = new Pace(factor, signal);
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    JSON.stringify({
      id: "chatcmpl-scripted",
      object: "chat.completion.chunk",
      created: Math.floor(Date.now() / 1000),
      model,
      choices: [{ index: 0, delta, finish_reason }],
    });
  await pace.pause(THINKING);
  yield chunk({ role: "assistant", content: "" });
  for (const content of inAwkwardPieces(text)) {
    yield chunk({ content });
    await pace.pause(PIECE);
  }
  yield chunk({}, "stop");
  yield "[DONE]";
}
