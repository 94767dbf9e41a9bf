import { randomBytes } from "node:crypto";
import type { ConversationStore } from "ag-ui-lit/server";

/** An id of a conversation of its own. */
export const anyId = (): string => randomBytes(32).toString("hex");

/** The token of a lease that is free. */
export async function tokenOf(
  store: ConversationStore,
  id: string,
  { holder = "one", ttl = 60_000 } = {},
): Promise<number> {
  const lease = await store.acquire(id, { holder, ttl });
  if ("token" in lease) return lease.token;
  throw new Error(`The lease is held for another ${lease.busyFor} ms.`);
}
