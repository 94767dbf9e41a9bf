import { isBinary } from "./response.js";

/**
 * Bytes that are handed on at once: some hundred events. The client makes events of all that it is handed in one go,
 * and a page may be handed megabytes, as by a service worker.
 */
const pieceLength = 32 * 1024;

/**
 * The response, of which no more is read than the page has dealt with. Its stream holds whole events, as those of a
 * `Transport` do, and is only ever cut between them: the client searches the half of one anew with every piece.
 *
 * @param backlog what is to be waited for before more is handed on.
 */
export function pacedResponse(
  response: Response,
  backlog: () => Promise<void> | undefined,
): Response {
  const { body } = response;
  if (!body) return response;
  const reader = body.getReader();
  const endOfEvent = isBinary(response) ? endOfMessage : endOfFrame;
  let rest = new Uint8Array(0);
  const paced = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        rest = value;
      }
      await backlog();
      const end = endOfEvent(rest, pieceLength);
      controller.enqueue(rest.subarray(0, end));
      rest = rest.subarray(end);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(paced, response);
}

const lineFeed = 10;

/** Where the first frame of an event stream ends that reaches as far as `from`: behind its blank line. */
function endOfFrame(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(lineFeed, from);
  while (at >= 0 && bytes[at + 1] !== lineFeed) at = bytes.indexOf(lineFeed, at + 1);
  return at < 0 ? bytes.length : at + 2;
}

/** The same of a binary stream, in which each message stands behind its length. */
function endOfMessage(bytes: Uint8Array, from: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  while (at < from && bytes.length - at >= 4) at += 4 + view.getUint32(at);
  return Math.min(at || bytes.length, bytes.length);
}
