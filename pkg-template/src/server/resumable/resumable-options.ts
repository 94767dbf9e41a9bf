import { checkOptions, type OptionRules } from "../../options/check-options.js";
import { aCount, aFunction, aNumber, hasMethods, needed } from "../../options/rules.js";
import type { RunLog } from "../stores/run-log.js";
import { steadyLog } from "./steady-log.js";

/** Streams that a client can take up again. */
export interface ResumableOptions {
  /** The log of the runs' events: `memoryRunLog()` for one process, else that of a database. */
  readonly log: RunLog;
  /** Milliseconds that a run's events are kept after the last one. @default 300000 */
  readonly keepFor?: number;
  /**
   * Bytes of events that a run may have. A larger run goes on for the clients that follow it, but can't be resumed.
   * @default 8388608
   */
  readonly maxBytes?: number;
  /** Milliseconds that a run goes on while no client follows it. Then it is stopped. @default 120000 */
  readonly detachedFor?: number;
  /**
   * Milliseconds after which a run counts as lost whose process gives no sign of life: it was killed, or is paused. The
   * same in all processes that share a log. 1,000 to 3,600,000.
   * @default 30000
   */
  readonly lostAfter?: number;
  /**
   * Runs of this endpoint that may go on without a client at the same time. The oldest is stopped for one more.
   * @default 1000
   */
  readonly maxDetached?: number;
  /**
   * Keeps the process alive for a run, where it otherwise ends with its request: in Cloudflare Workers `waitUntil` of
   * `cloudflare:workers`. Without it a worker's run ends with its client's connection. The platform bounds such runs:
   * `maxDetached` does not apply.
   */
  readonly waitUntil?: (run: Promise<void>) => void;
}

/** All options, with their defaults. */
export type ResumableSettings = Required<Omit<ResumableOptions, "waitUntil">> &
  Pick<ResumableOptions, "waitUntil">;

const rules: OptionRules<ResumableOptions> = {
  log: needed([
    "a RunLog, such as memoryRunLog()",
    (value) => hasMethods(value, "append", "read", "end", "stop", "attend"),
  ]),
  keepFor: aCount,
  maxBytes: aCount,
  detachedFor: aCount,
  lostAfter: aNumber(1_000, 3_600_000),
  maxDetached: aCount,
  waitUntil: aFunction,
};

/** @throws {OptionError} that names the option that is not as it must be. */
export function resumableSettings(given: ResumableOptions): ResumableSettings {
  checkOptions("serveAgent", given, rules, "resumable");
  const {
    keepFor = 300_000,
    maxBytes = 8_388_608,
    detachedFor = 120_000,
    lostAfter = 30_000,
    maxDetached = 1_000,
    waitUntil,
  } = given;
  const log = steadyLog(given.log, waitUntil === undefined);
  return {
    ...{ log, keepFor, maxBytes, detachedFor, lostAfter, maxDetached },
    ...(waitUntil && { waitUntil }),
  };
}
