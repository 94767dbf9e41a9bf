/** The time that a conversation is kept by default: 30 days, in milliseconds. */
const KEPT_FOR = 2_592_000_000;

/** The longest time that databases count with: a hundred years, in milliseconds. */
const LONGEST = 3_155_760_000_000;

/** The time that a conversation is kept, in whole milliseconds; `Infinity` is a hundred years. */
export function keepForMs(given = KEPT_FOR): number {
  return Math.ceil(Math.min(given, LONGEST));
}
