// All in milliseconds.

/** The signs of life of a run in its log, in the time after which it counts as lost. */
export const BEATS = 3;

/** For how long a client counts that follows a run in another process. */
export const ATTENDS_FOR = 30_000;

/** The time between two looks at a log that rings, in case that it did not. */
export const RINGING_POLL = 5_000;

/** The longest time in which a log takes events. After that it counts as failed. */
export const LOG_DEADLINE = 15_000;

/** The shortest and the longest time between two looks at a log that does not ring. */
export const SHORTEST_POLL = 50;
export const LONGEST_POLL = 1_000;

/** The time between two looks at whether a run is to stop. */
export const STOP_POLL = 2_000;
