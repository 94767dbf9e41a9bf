/** A request is refused for now; the client may send it again. Code and message are for the client. */
export class RefusedForNow extends Error {
  readonly code: "busy" | "closing";

  constructor(code: "busy" | "closing", message: string) {
    super(message);
    this.code = code;
  }
}

/** Another process answers the conversation, and has not given it up in time. */
export function busy(busyFor: number): RefusedForNow {
  const seconds = Math.max(1, Math.ceil(busyFor / 1_000));
  const again = `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new RefusedForNow("busy", `Another server answers this conversation. ${again}`);
}

/** This process shuts down. */
export function closing(): RefusedForNow {
  return new RefusedForNow("closing", "This server is shutting down. Send the request again.");
}

/**
 * The process does not hold the lease of a conversation any more: whatever it has not saved is not a part of the
 * conversation.
 */
export class LeaseLostError extends Error {
  // Nobody waits for the request's answer any more: it is an abort.
  override readonly name = "AbortError";

  constructor(why: string, options?: ErrorOptions) {
    super(`The lease of the conversation was lost: ${why}.`, options);
  }
}
