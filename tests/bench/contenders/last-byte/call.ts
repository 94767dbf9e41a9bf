/** A way to get from the arguments' last byte to the handler. */
export interface Ender {
  readonly name: string;
  readonly kind: "ours" | "reference" | "peer" | "scale";
  readonly notes: readonly string[];
  /** Whether it refuses arguments that the schema refuses. */
  readonly validates: boolean;
  /** Makes one that has seen no call yet. */
  prepare(): Promise<() => Call> | (() => Call);
}

/** One call, whose arguments arrive in pieces. */
export interface Call {
  push(delta: string): void;
  /** The last piece: reads what is unread, validates it, and calls the handler. */
  finish(delta: string): unknown;
  /** Gives back what the call held. */
  free?(): void;
}
