import type { RunAnswer } from "./asked.js";
import { drain } from "./event-bytes.js";
import { Heartbeat } from "./heartbeat.js";
import { drained, type NodeResponse } from "./node-response.js";

/** Characters, or bytes, that wait to be written together. */
const MOST_TOGETHER = 16_384;

/**
 * Writes a run to a response of Node's, no faster than the client reads. Events that follow each other before anything else in the
 * process has its turn are written together. Never rejects.
 */
export async function writeRun(
  { events, writer, heartbeat, tell }: RunAnswer,
  response: NodeResponse,
  gone: AbortController,
): Promise<void> {
  const { signal } = gone;
  const together = new Together(response);
  const { beat } = writer;
  const heart = new Heartbeat(beat ? heartbeat : false, () => {
    if (beat && !signal.aborted && !response.writableNeedDrain) response.write(beat);
  });
  heart.awaited();
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      heart.came();
      // The rest of a run that nobody reads is still requested, so that its reasoner comes to its end.
      if (signal.aborted) continue;
      if (!together.add(writer.write(next.value))) await drained(response, signal);
      heart.awaited();
    }
    if (!signal.aborted) together.end();
  } catch (thrown) {
    tell(thrown);
    gone.abort();
    response.destroy();
    void drain(events);
  } finally {
    heart.stop();
  }
}

/** Pieces of a body that are written together. */
class Together {
  readonly #response: NodeResponse;
  #pieces: (string | Uint8Array)[] = [];
  #size = 0;
  #isOver = false;

  constructor(response: NodeResponse) {
    this.#response = response;
  }

  /** Returns false when the client has to read before there is more. */
  add(piece: string | Uint8Array): boolean {
    if (this.#size === 0) setImmediate(() => this.#flush());
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#size > MOST_TOGETHER && !this.#flush()) return false;
    // Small pieces as well must not pile up, which are written a little later each.
    return this.#response.writableNeedDrain !== true;
  }

  end(): void {
    this.#isOver = true;
    const last = this.#taken();
    // The last piece goes with the end.
    for (const piece of last.slice(0, -1)) this.#response.write(piece);
    this.#response.end(last.at(-1));
  }

  #flush(): boolean {
    if (this.#isOver) return true;
    let isReadOn = true;
    for (const piece of this.#taken()) isReadOn = this.#response.write(piece);
    return isReadOn;
  }

  #taken(): readonly (string | Uint8Array)[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#size = 0;
    const isText = typeof pieces[0] === "string";
    return isText ? [pieces.join("")] : pieces;
  }
}
