import { EventStreamNormalizer } from "./event-stream.js";
import { RunError } from "./run-error.js";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * The `fetch` that an `HttpAgent` is given: says clearly what is wrong with a response that is no event stream, and
 * keeps the faults of a connection from reaching the client as rejections nobody handles.
 */
export class Transport {
  /** Why the connection broke while events came. The client itself only sees the stream end. */
  broken: RunError | undefined;

  readonly fetch: Fetch = async (url, init) => {
    this.broken = undefined;
    const response = await reach(url, init);
    await assertEventStream(url, response);
    return new Response(this.#events(response, init.signal ?? undefined), response);
  };

  /**
   * The events of a response, never as a stream that errors: `@ag-ui/client` 1.0 cancels its reader when a run
   * ends, and a cancelled reader of an errored stream rejects with nobody to handle it.
   */
  #events(response: Response, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
    const reader = response.body?.getReader();
    const normalizer = new EventStreamNormalizer();
    return new ReadableStream({
      pull: async (controller) => {
        try {
          for (;;) {
            const chunk = await reader?.read();
            const done = chunk === undefined || chunk.done;
            const frames = done ? normalizer.end() : normalizer.push(chunk.value);
            if (frames.length > 0) controller.enqueue(frames);
            if (done) return controller.close();
            if (frames.length > 0) return;
          }
        } catch (cause) {
          if (!signal?.aborted) {
            const message = "The connection to the agent broke before the run was over.";
            this.broken = new RunError("network", message, { cause });
          }
          controller.close();
        }
      },
      cancel: () => {
        reader?.cancel().catch(() => {});
      },
    });
  }
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    const message =
      `The agent at ${url} could not be reached. Check that it runs, ` +
      "and that it allows requests from this page (CORS).";
    throw new RunError("network", message, { cause });
  }
}

const eventTypes = ["text/event-stream", "application/vnd.ag-ui.event+proto"];

async function assertEventStream(url: string, response: Response): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && (type === "" || eventTypes.some((known) => type.startsWith(known)))) return;
  const body = await excerpt(response);
  const quoted = body && `: ${body}`;
  if (!response.ok) {
    const { status } = response;
    throw new RunError("http", `The agent at ${url} answered with HTTP status ${status}${quoted}`, {
      status,
    });
  }
  const message = `The agent at ${url} answered with ${type} where AG-UI events (text/event-stream) were expected`;
  throw new RunError("protocol", message + quoted);
}

/** The start of a body, for a message. Reads no more than it needs, however long the body is. */
async function excerpt(response: Response): Promise<string> {
  const longest = 300;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    while (reader && text.length < longest) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
    }
    await reader?.cancel();
  } catch {
    // The status says enough.
  }
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
