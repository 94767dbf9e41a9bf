/**
 * A log of the events of runs, for clients that come back. A key is 64 hexadecimal digits: nothing that a client has written is one.
 * `RunLogLimits` bound the events of a run; the log forgets a run some time after its end.
 */
export interface RunLog {
  /**
   * Adds events, numbered from 1 without a gap. The one who adds number 1 first runs it: checked and added in one step. The last batch
   * may be sent again, by its `limits.batch`: it is not added again.
   *
   * @throws when the first number is not that of the last event plus one, the run is over, or it would be larger than `limits.maxBytes`.
   * Nothing is added then.
   */
  append(key: string, events: readonly LoggedEvent[], limits: RunLogLimits): Promise<void>;
  /**
   * The events after a number, at most about 256 KiB of them and at least one; none when there are none yet. Nothing for a run that is
   * not known, or not any more.
   */
  read(key: string, after: number): Promise<LoggedEvents | undefined>;
  /** No event follows. */
  end(key: string): Promise<void>;
  /** Asks whoever runs it to stop. Does nothing for a run that is not known. */
  stop(key: string): Promise<void>;
  /** A client follows the run in another process, from now on for a time in milliseconds. Does nothing for a run that is not known. */
  attend(key: string, ttl: number): Promise<void>;
  /** Calls back when a run may have new events, has ended or is to stop. Without it the server asks again after a time. */
  watch?(key: string, ring: () => void): Promise<() => void>;
  /** Lets go of connections that the log has opened itself. */
  close(): Promise<void>;
}

export interface LoggedEvent {
  readonly number: number;
  /** JSON without line breaks: an event, or a mark of the server's (`null`, or a text). */
  readonly text: string;
}

export interface LoggedEvents {
  readonly events: readonly LoggedEvent[];
  /** No event follows these, once they are read to the end. */
  readonly isOver: boolean;
  /** A client has asked to stop. */
  readonly isStopped: boolean;
  /** A client has attended, and its time is not over by the log's clock. */
  readonly isAttended: boolean;
}

export interface RunLogLimits {
  /** The time that a run is kept after its last event, in milliseconds. */
  readonly keepFor: number;
  /** Bytes of events that a run may have. */
  readonly maxBytes: number;
  /** Another id for each batch of events: one whose answer was lost is recognised by it when it is sent again. */
  readonly batch?: string;
}
