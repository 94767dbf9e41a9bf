import type { LeaseRequest } from "./conversation-store.js";

/** The longest name of a holder, in UTF-16 units. */
const LONGEST_HOLDER = 256;

/** The longest lease, in milliseconds: a day. */
const LONGEST_LEASE = 86_400_000;

/** @throws {TypeError} when a process asks for a lease in the wrong form. */
export function checkLeaseRequest({ holder, ttl }: LeaseRequest): void {
  const isName = typeof holder === "string" && /^[\x21-\x7e]+$/.test(holder);
  if (!isName || holder.length > LONGEST_HOLDER) {
    throw new TypeError(
      `ag-ui-lit: the holder of a lease must be 1 to ${LONGEST_HOLDER} visible ASCII characters.`,
    );
  }
  checkTtl(ttl);
}

/** @throws {TypeError} for what is no time of a lease. */
export function checkTtl(ttl: number): void {
  if (Number.isFinite(ttl) && ttl >= 1 && ttl <= LONGEST_LEASE) return;
  throw new TypeError(
    `ag-ui-lit: the ttl of a lease must be a number of milliseconds from 1 to ${LONGEST_LEASE}.`,
  );
}
