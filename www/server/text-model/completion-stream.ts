import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { Pace } from "../pace.js";
import { inAwkwardPieces, inTwoParts } from "./pieces.js";

/** Pauses in milliseconds: before it writes, and between pieces. */
const THINKING = 350;
const PIECE = 18;

/** A completion as chunks of OpenAI's on one response, in awkward pieces and no faster than the client reads them. */
export class CompletionStream {
  readonly #gone = new AbortController();
  readonly #response: ServerResponse;
  readonly #model: string;
  readonly #pace: Pace;

  constructor(response: ServerResponse, model: string, pace: number) {
    this.#response = response;
    this.#model = model;
    this.#pace = new Pace(pace, this.signal);
    response.on("close", () => this.#gone.abort());
    // A socket error is followed by "close"; without a listener it would end the dev server.
    response.on("error", () => this.#gone.abort());
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    response.flushHeaders();
  }

  /** Aborted when the client has gone. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Rejects with the signal's reason when the client has gone. */
  async write(text: string): Promise<void> {
    await this.#pace.pause(THINKING);
    await this.#chunk({ role: "assistant", content: "" });
    for (const content of inAwkwardPieces(text)) {
      await this.#chunk({ content });
      await this.#pace.pause(PIECE);
    }
    await this.#chunk({}, "stop");
    await this.#send("[DONE]");
  }

  end(): void {
    this.#response.end();
  }

  #chunk(delta: object, finish_reason: string | null = null): Promise<void> {
    const chunk = {
      id: "chatcmpl-scripted",
      object: "chat.completion.chunk",
      created: Math.floor(Date.now() / 1000),
      model: this.#model,
      choices: [{ index: 0, delta, finish_reason }],
    };
    return this.#send(JSON.stringify(chunk));
  }

  /** Each event in two writes, for what reads bytes has to put them together. */
  async #send(data: string): Promise<void> {
    for (const part of inTwoParts(new TextEncoder().encode(`data: ${data}\n\n`))) {
      this.signal.throwIfAborted();
      const flowing = this.#response.write(part);
      if (!flowing) await once(this.#response, "drain", { signal: this.signal });
      // On its way before the rest comes: else both would arrive as one.
      await new Promise(setImmediate);
    }
  }
}
