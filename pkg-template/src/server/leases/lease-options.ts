import type { OptionRules } from "../../options/check-options.js";
import { aNumber } from "../../options/rules.js";

/** The lease of a conversation, with a `ConversationStore`. */
export interface LeaseOptions {
  /**
   * Milliseconds after which a process that is dead or paused loses its conversations. It renews its leases three times
   * in that time.
   * @default 15000
   */
  readonly ttl?: number;
  /**
   * Milliseconds that a request waits for a conversation that another process answers. That process stops its request
   * at once, but finishes the calls that have begun. Then the request ends as `failed` with the code `busy`.
   * @default 60000
   */
  readonly wait?: number;
}

export const leaseRules: OptionRules<LeaseOptions> = {
  ttl: aNumber(100, 3_600_000),
  wait: aNumber(0, 3_600_000),
};

export type LeaseSettings = Required<LeaseOptions>;

export function leaseSettings({ ttl = 15_000, wait = 60_000 }: LeaseOptions = {}): LeaseSettings {
  return { ttl, wait };
}
