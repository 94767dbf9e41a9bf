// All in milliseconds.

/** The longest silence of a run in its log. */
export const BEAT = 10_000;

/** A run of whose process nothing has come for so long is lost. */
export const LOST_AFTER = 3 * BEAT;

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
