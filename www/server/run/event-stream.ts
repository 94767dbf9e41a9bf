import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { AGUIEvent, BaseEvent } from "@ag-ui/core";
import { EventEncoder } from "@ag-ui/encoder";

/** AG-UI events as server-sent events on one response, no faster than the client reads them. */
export class EventStream {
  readonly #encoder = new EventEncoder();
  readonly #gone = new AbortController();
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on("close", () => this.#gone.abort());
    // A socket error is followed by "close"; without a listener it would end the dev server.
    response.on("error", () => this.#gone.abort());
    response.writeHead(200, {
      "content-type": this.#encoder.getContentType(),
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    response.flushHeaders();
  }

  /** Aborted when the client has gone. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** Sends one event; rejects with the signal's reason when the client has gone. */
  async send(event: AGUIEvent): Promise<void> {
    this.signal.throwIfAborted();
    const flowing = this.#response.write(
      this.#encoder.encodeSSE({ timestamp: Date.now(), ...event } as BaseEvent),
    );
    if (!flowing) await once(this.#response, "drain", { signal: this.signal });
  }

  end(): void {
    this.#response.end();
  }
}
