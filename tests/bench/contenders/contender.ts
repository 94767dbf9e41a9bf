/** A way to run the task, beside the others. */
export interface Contender {
  readonly name: string;
  readonly kind: "ours" | "reference" | "peer" | "scale";
  /** Whether it refuses arguments that the schema refuses. */
  readonly validates: boolean;
  /** Events of one successful execution; 0 when it has no listeners. */
  readonly events: number;
  readonly notes: readonly string[];
  /** Makes one that has run nothing yet, with everything listened to or nothing. */
  prepare(listened: boolean): Runner | Promise<Runner>;
}

/** Runs the task once for some argument text; resolves to the text that the model would read. */
export type Runner = (text: string) => Promise<unknown>;
