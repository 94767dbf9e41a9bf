import type { Row } from "../../lib/suite.js";
import type { Thread } from "./loads.js";

/** One way to take in what a backend streams. */
export interface Talker {
  readonly name: string;
  readonly kind: Row["kind"];
  readonly notes: readonly string[];
  /** Takes in a stream, and resolves to what it left. Throws `TooLong` at the deadline, as far as it can. */
  talk(stream: Blob, deadline: number): Promise<Thread>;
}

/** The answer of a backend, as a network would bring it. */
export function answerWith(stream: Blob): Response {
  return new Response(stream.stream(), { headers: { "content-type": "text/event-stream" } });
}
