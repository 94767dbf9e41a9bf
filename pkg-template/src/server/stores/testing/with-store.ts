import { type ConversationStore, StoreConflictError } from "../conversation-store.js";
import { checkOf, eventually, must, rejectionOf, type StoreCheck } from "./store-check.js";
import type { MakeStore, TestedStoreOptions } from "./test-store.js";

/** A lease that nobody waits for: an hour, in milliseconds. */
export const LONG = 3_600_000;

/** A lease that a check waits for, in milliseconds. */
export const SHORT = 40;

/** A rule that is checked on one store. */
export function storeCheck(
  make: MakeStore,
  method: string,
  name: string,
  check: (store: ConversationStore) => Promise<void>,
  options: TestedStoreOptions = {},
): StoreCheck {
  return checkOf(`ConversationStore.${method}`, name, async () => {
    const store = await make(options);
    try {
      await check(store);
    } finally {
      await store.close();
    }
  });
}

/** The lease of a conversation; it must be free. @returns its fencing token. */
export async function tokenOf(
  store: ConversationStore,
  id: string,
  { holder = "one", ttl = LONG } = {},
): Promise<number> {
  const lease = await store.acquire(id, { holder, ttl });
  must("token" in lease, `acquire() of a free conversation by "${holder}" gave no lease.`);
  must(
    Number.isSafeInteger(lease.token) && lease.token > 0,
    `The fencing token ${lease.token} is not a whole number from 1.`,
  );
  return lease.token;
}

/** Waits until the lease of a conversation has run out and was given to another holder. @returns its token. */
export async function tokenAfterExpiry(
  store: ConversationStore,
  id: string,
  { holder = "two", ttl = LONG } = {},
): Promise<number> {
  let token = 0;
  const isGiven = async (): Promise<boolean> => {
    const answer = await store.acquire(id, { holder, ttl });
    if ("token" in answer) token = answer.token;
    return "token" in answer;
  };
  await eventually(isGiven, "A lease that ran out was not given to another process.");
  return token;
}

/** A save that must be refused by a conflict. */
export async function mustConflict(
  save: Promise<unknown>,
  code: StoreConflictError["code"],
  what: string,
): Promise<void> {
  const thrown = await rejectionOf(save, what);
  must(
    thrown instanceof StoreConflictError && thrown.code === code,
    `${what} must reject with a StoreConflictError whose code is "${code}", but was: ${thrown}.`,
  );
}
