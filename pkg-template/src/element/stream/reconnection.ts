import { messageOf } from "../../codec/describe.js";
import { RunError } from "../errors/run-error.js";
import { eventsOf } from "./response.js";
import {
  addressAfter,
  delayBefore,
  headersWithoutBody,
  isPassing,
  pause,
  type ResumptionKind,
  type RunIds,
  resumptionOf,
  retryAfterOf,
} from "./resumption.js";
import type { StreamPosition } from "./stream-position.js";

/** The bounds of the attempts to take up a stream, and their reports. */
export interface ReconnectionRules {
  /** Attempts in a row without an event between them. */
  readonly attempts: number;
  /** An attempt follows after a delay in milliseconds. */
  reconnecting(attempt: number, delay: number): void;
  /** The server has taken the client up again. */
  reconnected(attempt: number): void;
  /** Something has come. */
  touch(): void;
}

/** A stream that can be taken up again. */
export interface ResumableStream {
  readonly url: string;
  readonly run: RunIds;
  readonly kind: ResumptionKind;
  readonly position: StreamPosition;
  /** The headers of a request that is made now. */
  readonly headers: () => HeadersInit;
  /** Aborted when nobody reads the stream any more. */
  readonly signal: AbortSignal;
}

/** Takes up the stream of a run again, after the last whole event that came. */
export class Reconnection {
  readonly #stream: ResumableStream;
  readonly #rules: ReconnectionRules;
  #attempt = 0;
  #events: number;

  constructor(stream: ResumableStream, rules: ReconnectionRules) {
    this.#stream = stream;
    this.#rules = rules;
    this.#events = stream.position.events;
  }

  /** The first response of a run that was begun before. Rejects as a request for a new run does. */
  async attach(): Promise<Response> {
    let fault: RunError;
    try {
      const response = await this.#ask();
      if (!isPassing(response)) return response;
      fault = await faultOf(this.#stream.url, response);
    } catch (cause) {
      if (cause instanceof RunError || this.#stream.signal.aborted) throw cause;
      fault = new RunError("network", "The agent could not be reached to take up the run.", {
        cause,
      });
    }
    return this.#again(fault);
  }

  /**
   * The response with the events that are missing.
   *
   * @throws {RunError} when the stream can't be taken up again: why it broke, and why it stays so.
   */
  next(broken: RunError): Promise<Response> {
    const { events } = this.#stream.position;
    if (events > this.#events) this.#attempt = 0;
    this.#events = events;
    return this.#again(broken);
  }

  async #again(broken: RunError): Promise<Response> {
    const { signal, url, kind } = this.#stream;
    const { attempts } = this.#rules;
    let retryAfter = 0;
    while (this.#attempt < attempts) {
      this.#attempt += 1;
      const delay = delayBefore(this.#attempt, retryAfter);
      this.#rules.reconnecting(this.#attempt, delay);
      await pause(delay, signal);
      if (signal.aborted) throw broken;
      const response = await this.#reached();
      if (!response) continue;
      this.#rules.touch();
      retryAfter = retryAfterOf(response);
      const isOurs = response.ok && resumptionOf(response) === kind;
      if (isOurs) {
        this.#rules.reconnected(this.#attempt);
        return response;
      }
      const fault = await faultOf(url, response);
      // An answer in place of the server's, such as a network's login page, may be gone soon.
      if (!response.ok && !isPassing(response)) throw cantGoOn(broken, fault.message, fault.status);
    }
    if (attempts === 0) throw broken;
    throw cantGoOn(broken, `${attempts} attempts have failed.`);
  }

  /** A response, if the server can be reached. */
  async #reached(): Promise<Response | undefined> {
    try {
      return await this.#ask();
    } catch (thrown) {
      // Of headers that can't be sent.
      if (thrown instanceof RunError) throw thrown;
      return undefined;
    }
  }

  #ask(): Promise<Response> {
    const { url, run, kind, position, headers, signal } = this.#stream;
    const address = addressAfter(url, run, position.lastId, kind);
    return fetch(address, { method: "GET", headers: headersWithoutBody(headers()), signal });
  }
}

/** The reason why a response is not a stream. */
async function faultOf(url: string, response: Response): Promise<RunError> {
  try {
    const events = await eventsOf(url, response);
    events.cancel().catch(() => {});
    return new RunError("protocol", "Something else than the agent has answered.");
  } catch (thrown) {
    return thrown instanceof RunError ? thrown : new RunError("network", messageOf(thrown));
  }
}

function cantGoOn(broken: RunError, why: string, status?: number): RunError {
  const message = `${broken.message} It could not be taken up again: ${why}`;
  return new RunError(broken.code, message, {
    cause: broken,
    ...(status !== undefined && { status }),
  });
}
