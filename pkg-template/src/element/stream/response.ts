import { addressOf } from "../../codec/address.js";
import { RunError } from "../errors/run-error.js";

const binary = "application/vnd.ag-ui.event+proto";
const eventTypes = ["text/event-stream", binary];

/** Whether a response's events are written in the binary format. */
export function isBinary(response: Response): boolean {
  return typeOf(response).startsWith(binary);
}

/**
 * The body of a response that is an event stream.
 *
 * @throws {RunError} that says what the response is instead.
 */
export async function eventsOf(
  url: string,
  response: Response,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { status, body } = response;
  if (!response.ok) {
    const message = `The agent at ${addressOf(url)} answered with HTTP status ${status}${await quoted(response)}`;
    throw new RunError("http", message, { status });
  }
  const type = typeOf(response);
  if (!body || status === 204 || status === 205) {
    const message = `The agent at ${addressOf(url)} answered with HTTP status ${status} and no event at all.`;
    throw new RunError("truncated", message);
  }
  if (type !== "" && !eventTypes.some((known) => type.startsWith(known))) {
    const expected = "where AG-UI events (text/event-stream) were expected";
    const message = `The agent at ${addressOf(url)} answered with ${type} ${expected}`;
    throw new RunError("protocol", message + (await quoted(response)));
  }
  return body;
}

function typeOf(response: Response): string {
  return (response.headers.get("content-type") ?? "").toLowerCase();
}

/** The start of a body, for a message. Reads no more than it needs, however long the body is. */
async function quoted(response: Response): Promise<string> {
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
  if (line === "") return "";
  return `: ${line.length > longest ? `${line.slice(0, longest)}…` : line}`;
}
