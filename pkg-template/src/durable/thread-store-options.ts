import type { OptionRules } from "../options/check-options.js";
import { aCount, aText } from "../options/rules.js";

/** Options of a store of threads. */
export interface ThreadStoreOptions {
  /** The name of the store, for an origin with several pages that share nothing; `"ag-ui-lit-threads"` by default. */
  readonly name?: string;
  /**
   * The bytes of JSON that all threads with their calls may take: 50,000,000 by default. The oldest threads are
   * removed first, never one that is open in a tab. The browser's own quota may be smaller.
   */
  readonly maxBytes?: number;
}

export const storeRules: OptionRules<ThreadStoreOptions> = { name: aText, maxBytes: aCount };

export const defaultMaxBytes = 50_000_000;
