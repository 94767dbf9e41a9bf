import { type AGUIEvent, EventType, type RunAgentInput } from "@ag-ui/core";
import { PROTOCOL_VERSION, RunAgentInputSchema } from "@ag-ui/core/schemas";
import { EventEncoder } from "@ag-ui/encoder";
import type { Handler } from "../http/handler.js";
import { HttpError } from "../http/http-error.js";
import { readJson } from "../http/read-json.js";
import { errorResponse } from "../http/respond.js";
import { Pace } from "../pace.js";
import { eventsFor } from "./script.js";

/** Pauses in milliseconds: before the agent speaks, and between events. */
const THINKING = 350;
const BETWEEN = 60;

/** A picture of the visitor's own fits into a request. */
const MAX_BODY_BYTES = 8 * 1_048_576;

/** The agent of the scene "Build with it": AG-UI as it is, written with the protocol's own packages. */
export function dinnerEndpoint(factor: number): Handler {
  return async (request) => {
    try {
      const input = await readInput(request);
      const events = encoded(input, new Pace(factor, request.signal));
      const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
      return new Response(streamOf(events), { headers });
    } catch (error) {
      return errorResponse(error);
    }
  };
}

async function readInput(request: Request): Promise<RunAgentInput> {
  const read = RunAgentInputSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
  if (read.success) return read.data as RunAgentInput;
  throw new HttpError(422, "invalid_request", "This is not a request of AG-UI.");
}

async function* encoded(input: RunAgentInput, pace: Pace): AsyncGenerator<Uint8Array> {
  const { threadId, runId } = input;
  const encoder = new EventEncoder();
  const bytes = new TextEncoder();
  const write = (event: AGUIEvent) => bytes.encode(encoder.encodeSSE(event));
  yield write({ type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION });
  await pace.pause(THINKING);
  for (const event of eventsFor(input)) {
    yield write(event);
    await pace.pause(BETWEEN);
  }
  yield write({ type: EventType.RUN_FINISHED, threadId, runId });
}

/** The bytes of a generator as a stream, which ends with the client. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
}
