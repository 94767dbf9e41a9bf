/**
 * Where the events of runs are kept for clients that come back. A key is 64 hexadecimal digits: nothing that a client has written is one.
 * What a log holds of a run is bounded by `RunLimits`; it forgets a run some time after its end.
 */
export interface RunLog {
  /** Adds events, numbered from 1 without a gap. @throws when the run is over, or is somebody else's to write. */
  append(key: string, events: readonly LoggedEvent[], limits: RunLogLimits): Promise<void>;
  /** The events after a number, at most about 256 KiB of them; nothing for a run that is not known, or not any more. */
  read(key: string, after: number): Promise<LoggedEvents | undefined>;
  /** No event follows. */
  end(key: string): Promise<void>;
  /** Asks whoever runs it to stop. */
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
  /** No event follows these, once they are read to the end. */
  readonly isOver: boolean;
  /** A client has asked to stop. */
  readonly isStopped: boolean;
}

export interface RunLogLimits {
  /** How long a run is kept after its last event, in milliseconds. */
  readonly keepFor: number;
  /** Bytes of events that a run may have. */
  readonly maxBytes: number;
}
