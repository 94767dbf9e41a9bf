/**
 * Where the events of runs are kept for clients that come back. A key is 64 hexadecimal digits: nothing that a client has written is one.
 * What a log holds of a run is bounded by `RunLimits`; it forgets a run some time after its end.
 */
export interface RunLog {
  /**
   * Adds events, numbered from 1 without a gap. The first ones begin the run.
   *
   * @throws {RunLogError} `over`: the run has ended. `order`: the first number is not the next one, so another process writes the
   * run, or it was forgotten. `full`: the run would have more than `maxBytes`; none of the events is kept, and no later one.
   */
  append(key: string, events: readonly LoggedEvent[], limits: RunLogLimits): Promise<void>;
  /** The events after a number, at most about 256 KiB of them; nothing for a run that is not known, or not any more. */
  read(key: string, after: number): Promise<LoggedEvents | undefined>;
  /** No event follows. Nothing happens for a run that is not known, or is over. */
  end(key: string): Promise<void>;
  /** Asks the process that runs it to stop. Nothing happens for a run that is not known, or is over. */
  stop(key: string): Promise<void>;
  /** Calls back when a run may have new events, has ended or is to stop. Without it the server asks again after a time. */
  watch?(key: string, ring: () => void): Promise<() => void>;
  /** Lets go of connections that the log has opened itself. */
  close(): Promise<void>;
}

export interface LoggedEvent {
  readonly number: number;
  /** The event as JSON. */
  readonly text: string;
}

export interface LoggedEvents {
  readonly events: readonly LoggedEvent[];
  /** The run has ended, and no event follows these. False while there are more to read. */
  readonly isOver: boolean;
  /** The run has more events than the log may keep: those after its last one here were not kept. */
  readonly isFull: boolean;
  /** A client has asked to stop. */
  readonly isStopped: boolean;
}

export interface RunLogLimits {
  /** How long a run is kept after its last event, in milliseconds. */
  readonly keepFor: number;
  /** Bytes of events that a run may have: UTF-8 of their texts. */
  readonly maxBytes: number;
}

/** Events were not added to a run. */
export class RunLogError extends Error {
  override readonly name = "RunLogError";
  readonly code: "over" | "order" | "full";

  constructor(code: "over" | "order" | "full") {
    super(`The events were not added to the run: ${reasons[code]}`);
    this.code = code;
  }
}

const reasons = {
  over: "it has ended.",
  order:
    "the first number is not the next one. Another process writes the run, or the log has forgotten it.",
  full: "it would have more bytes than it may.",
};
