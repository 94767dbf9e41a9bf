/** A way to read arguments as they arrive. */
export interface Streamer {
  readonly name: string;
  readonly kind: "ours" | "reference" | "peer";
  readonly notes: readonly string[];
  /** Reads deltas one by one, shows the value after each, and gives the last. */
  read(deltas: readonly string[], look: Look): unknown;
}

/** Looks at a value as a page would that shows how far the call has come. */
export type Look = (value: unknown) => void;
