import { addressOf, fetchFault } from "../../codec/address.js";
import { onAbort } from "../../execution/on-abort.js";
import { RunError } from "../errors/run-error.js";
import { DEFAULT_LIMITS, type RunLimits } from "../limits/limits.js";
import { BinaryStreamNormalizer } from "./binary-stream.js";
import { EventStreamNormalizer } from "./event-stream.js";
import { Reconnection } from "./reconnection.js";
import { eventsOf, isBinary } from "./response.js";
import { type ResumptionKind, type RunIds, resumptionOf, sendStop } from "./resumption.js";
import { streamBody } from "./stream-body.js";
import { StreamPosition } from "./stream-position.js";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A run's rules for its stream. */
export interface StreamRules {
  readonly limits: Pick<RunLimits, "eventSize" | "reconnectAttempts">;
  /** The run, by the ids that the page gave it. */
  readonly run: RunIds;
  /** Whether the server has begun the run before, so that it is followed from its first event. */
  readonly isAttached: boolean;
  /** Bytes have come. */
  touch(): void;
  /** The stream broke; an attempt to take it up again follows after a delay in milliseconds. */
  reconnecting(attempt: number, delay: number): void;
  /** It was taken up again. */
  reconnected(attempt: number): void;
}

/**
 * The `fetch` that an `HttpAgent` is given: says clearly what is wrong with a response that is no event stream, keeps
 * the faults of a connection from reaching the client as rejections nobody handles, and takes up a stream that broke
 * where its server says that it can.
 */
export class Transport {
  /** Why the connection broke while events came. The client itself only sees the stream end. */
  broken: RunError | undefined;
  readonly #headers: () => Readonly<Record<string, string>>;
  #rules: StreamRules = noRules;
  /** The stream under way, when its server keeps it. */
  #kept: { readonly kind: ResumptionKind; readonly position: StreamPosition } | undefined;
  /** The address of a server that keeps runs, and that stops one when it is asked to. */
  #keeper: string | undefined;
  /** The page lets go of the run under way without stopping it. */
  #isLeft = false;

  /** @param headers those of a request that is made now: a token may be another than when the run began. */
  constructor(headers: () => Readonly<Record<string, string>> = () => ({})) {
    this.#headers = headers;
  }

  /** A run begins: by these rules its stream is read. */
  begin(rules: StreamRules): void {
    this.broken = undefined;
    this.#kept = undefined;
    this.#isLeft = false;
    this.#rules = rules;
  }

  /** Whether the server keeps the run under way. */
  get isResumable(): boolean {
    return this.#kept !== undefined;
  }

  /**
   * The page has stopped the run: a server that keeps it would go on. Before its first answer it is known by earlier
   * ones.
   */
  stop(url: string): void {
    const kept = this.#kept;
    if (kept?.position.isOver || this.#isLeft) return;
    const canStop = kept ? kept.kind === "get" : this.#keeper === url || this.#rules.isAttached;
    if (canStop) void sendStop(url, this.#rules.run, this.#headers);
  }

  /** The run under way goes on at its server when the page stops following it: another tab takes it up. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Asks the server to stop a run that the page does not follow. Resolves when it has answered; never rejects. */
  stopKept(url: string, run: RunIds): Promise<void> {
    return sendStop(url, run, this.#headers);
  }

  /**
   * The run of a request whose answer was lost: a server that keeps runs has it, if the request has come through. It is
   * not sent again: a server that does not know the run may have forgotten what it has done of it.
   */
  async #foundAgain(
    fault: unknown,
    url: string,
    reconnection: (kind: ResumptionKind) => Reconnection,
  ): Promise<Response> {
    if (this.#keeper !== url || !(fault instanceof RunError)) throw fault;
    try {
      return await reconnection("get").next(fault);
    } catch (thrown) {
      const isUnknown = thrown instanceof RunError && thrown.status === 404;
      throw isUnknown ? fault : thrown;
    }
  }

  readonly fetch: Fetch = async (url, init) => {
    this.broken = undefined;
    const rules = this.#rules;
    const { limits, touch } = rules;
    const gone = new AbortController();
    if (init.signal) onAbort(init.signal, () => gone.abort());
    const position = new StreamPosition();
    const reconnection = (kind: ResumptionKind): Reconnection => {
      const headers = () => ({
        ...Object.fromEntries(new Headers(init.headers)),
        ...this.#headers(),
      });
      const stream = { url, run: rules.run, kind, position, headers, signal: gone.signal };
      return new Reconnection(stream, { ...rules, attempts: limits.reconnectAttempts });
    };
    const response = rules.isAttached
      ? await reconnection("get").attach()
      : await reach(url, init).catch((fault) => this.#foundAgain(fault, url, reconnection));
    const events = await eventsOf(url, response);
    const isInBinary = isBinary(response);
    const kind = isInBinary ? undefined : resumptionOf(response);
    if (kind) this.#kept = { kind, position };
    if (kind === "get") this.#keeper = url;
    const body = streamBody(events, {
      frames: () =>
        isInBinary
          ? new BinaryStreamNormalizer(limits.eventSize)
          : new EventStreamNormalizer(limits.eventSize, kind && position),
      resumed: kind && { by: reconnection(kind), position },
      eventsOf: (next) => eventsOf(url, next),
      touch,
      broke: (error) => {
        if (!init.signal?.aborted) this.broken = error;
      },
      cancelled: () => gone.abort(),
    });
    return new Response(body, response);
  };
}

const noRules: StreamRules = {
  limits: DEFAULT_LIMITS,
  run: { threadId: "", runId: "" },
  isAttached: false,
  touch: () => {},
  reconnecting: () => {},
  reconnected: () => {},
};

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    const message =
      `The agent at ${addressOf(url)} could not be reached. Check that it runs, ` +
      "and that it allows requests from this page (CORS).";
    throw new RunError("network", message, { cause: fetchFault(url, cause) });
  }
}
