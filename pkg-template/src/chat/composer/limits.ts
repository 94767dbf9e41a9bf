import { checkOptions } from "../../options/check-options.js";
import { aNumber } from "../../options/rules.js";

/** The most that one message may hold. */
export interface ComposerLimits {
  /** UTF-16 units of the text. @default 100_000 */
  readonly maxTextLength: number;
  /** Attached files. @default 10 */
  readonly maxFiles: number;
  /** Bytes of one file. @default 10_000_000 */
  readonly maxFileBytes: number;
  /** Bytes of all files together. @default 20_000_000 */
  readonly maxTotalBytes: number;
}

/** The limits of a page that sets none. */
export const DEFAULT_COMPOSER_LIMITS: Readonly<ComposerLimits> = Object.freeze({
  maxTextLength: 100_000,
  maxFiles: 10,
  maxFileBytes: 10_000_000,
  maxTotalBytes: 20_000_000,
});

/**
 * The limits that a page sets, and the defaults for the others.
 *
 * @throws {OptionError} that names a limit that is unknown or not a number from 0.
 */
export function readComposerLimits(
  given: Partial<ComposerLimits> | null | undefined,
): Readonly<ComposerLimits> {
  if (given === null || given === undefined) return DEFAULT_COMPOSER_LIMITS;
  const limit = aNumber(0);
  checkOptions<ComposerLimits>(
    "<ag-ui-composer>",
    given as ComposerLimits,
    { maxTextLength: limit, maxFiles: limit, maxFileBytes: limit, maxTotalBytes: limit },
    "limits",
  );
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.freeze({ ...DEFAULT_COMPOSER_LIMITS, ...Object.fromEntries(set) });
}
