import { late, race } from "../../execution/race.js";
import { after } from "../../execution/timer.js";
import { StoreUnavailableError } from "./conversation-store.js";

/** The rule by which the requests to a database are retried. */
export interface AttemptRule {
  /** The name of the database for an error: `PostgreSQL`. */
  readonly database: string;
  /** Milliseconds for a request with all its attempts. */
  readonly timeout: number;
  /** Returns true for a failure that may pass: a cut connection, a server that restarts. */
  readonly isPassing: (thrown: unknown) => boolean;
}

/** The delays before further attempts, in milliseconds: doubled from the first one up to the last. */
const FIRST_DELAY = 10;
const LONGEST_DELAY = 500;

/**
 * Makes a request, and makes it again after a failure that may pass, until its time is over. The request must be one
 * that may be made twice: an attempt whose answer was lost may have taken effect, and one that hangs may take effect
 * later.
 *
 * @throws {StoreUnavailableError} after the time.
 */
export async function inAttempts<T>(
  { database, timeout, isPassing }: AttemptRule,
  request: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + timeout;
  const left = (): number => Math.max(0, end - performance.now());
  let cause: unknown = new Error(`There was no answer within ${timeout} ms.`);
  for (let delay = FIRST_DELAY; ; delay = Math.min(delay * 2, LONGEST_DELAY)) {
    try {
      const value = await race(request, { timeout: left() });
      if (value !== late) return value as T;
      throw new StoreUnavailableError(database, cause);
    } catch (thrown) {
      if (thrown instanceof StoreUnavailableError || !isPassing(thrown)) throw thrown;
      cause = thrown;
    }
    // At random, so that processes that were cut off together do not come back together.
    const wait = delay * (0.5 + Math.random() / 2);
    if (wait >= left()) throw new StoreUnavailableError(database, cause);
    await new Promise<void>((resolve) => void after(wait, resolve));
  }
}

/** The codes of a connection that failed, as Node gives them. */
const networkCodes = new Set([
  ...["ECONNRESET", "ECONNREFUSED", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOTFOUND"],
  ...["EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "EHOSTDOWN", "ENOENT"],
]);

/** Returns true for the code of a connection that failed. */
export function isNetworkCode(code: string | undefined): boolean {
  return code !== undefined && networkCodes.has(code);
}
