import { type ConversationStore, StoreConflictError } from "../conversation-store.js";
import { anyId, eventually, must, mustEqual, type StoreCheck } from "./store-check.js";
import type { MakeStore } from "./test-store.js";
import { LONG, mustConflict, SHORT, storeCheck, tokenAfterExpiry, tokenOf } from "./with-store.js";

/** Leases run out, and conversations are forgotten, by the store's clock. */
export function timeChecks(make: MakeStore): StoreCheck[] {
  return [
    storeCheck(
      make,
      "acquire",
      "a lease that ran out is given away, and its old holder is fenced",
      async (store) => {
        const id = anyId();
        const old = await tokenOf(store, id, { ttl: SHORT });
        const version = await store.save(id, "text", { ifVersion: null, token: old });
        const token = await tokenAfterExpiry(store, id);
        must(token > old, `The token ${token} was given after ${old}.`);
        mustEqual(await store.renew(id, old, LONG), "lost", "renew() of the lease that ran out");
        const what = "A save with the lease that ran out";
        await mustConflict(store.save(id, "x", { ifVersion: version, token: old }), "fenced", what);
        await store.release(id, old);
        mustEqual(await store.renew(id, token, LONG), "held", "renew() of the new lease");
        await store.save(id, "new", { ifVersion: version, token });
      },
    ),
    storeCheck(
      make,
      "renew",
      "a lease that ran out still counts until it is given away",
      async (store) => {
        const [id, witness] = [anyId(), anyId()];
        const token = await tokenOf(store, id, { ttl: SHORT });
        await tokenOf(store, witness, { ttl: SHORT });
        // The lease of the witness is the younger one: once it has run out, the other one has as well.
        await tokenAfterExpiry(store, witness);
        await store.save(id, "text", { ifVersion: null, token });
        mustEqual(await store.renew(id, token, LONG), "held", "renew() of a lease that ran out");
        const answer = await store.acquire(id, { holder: "two", ttl: LONG });
        must("busyFor" in answer, "acquire() gave a lease away that was renewed after it ran out.");
      },
    ),
    storeCheck(make, "renew", "a lease lasts from its last renewal", async (store) => {
      const [id, witness] = [anyId(), anyId()];
      const token = await tokenOf(store, id, { ttl: SHORT });
      mustEqual(await store.renew(id, token, LONG), "held", "renew()");
      await tokenOf(store, witness, { ttl: SHORT });
      await tokenAfterExpiry(store, witness);
      const answer = await store.acquire(id, { holder: "two", ttl: LONG });
      must("busyFor" in answer, "acquire() gave a lease away that was renewed.");
    }),
    storeCheck(
      ...([make, "load", "a conversation is forgotten some time after its last use"] as const),
      async (store) => {
        const id = anyId();
        const { token, version } = await savedShortly(store, id);
        const isForgotten = async () => (await store.load(id)) === undefined;
        await eventually(isForgotten, "A conversation was not forgotten after keepFor.");
        mustEqual(
          await store.renew(id, token, LONG),
          "lost",
          "renew() of a forgotten conversation",
        );
        const what = "A save of a forgotten conversation";
        await mustConflict(store.save(id, "x", { ifVersion: version, token }), "fenced", what);
        const next = await tokenOf(store, id);
        must(next > token, `A forgotten conversation got the token ${next} after ${token}.`);
        await store.save(id, "new", { ifVersion: null, token: next });
      },
      { keepFor: SHORT },
    ),
    storeCheck(
      ...([
        make,
        "load",
        "a conversation is not forgotten while a lease of it is in force",
      ] as const),
      async (store) => {
        const [id, witness] = [anyId(), anyId()];
        const token = await tokenOf(store, id);
        const version = await store.save(id, "text", { ifVersion: null, token });
        await savedShortly(store, witness);
        const isForgotten = async () => (await store.load(witness)) === undefined;
        await eventually(isForgotten, "A conversation was not forgotten after keepFor.");
        mustEqual(await store.load(id), { text: "text", version }, "What load() gave");
        mustEqual(await store.renew(id, token, LONG), "held", "renew()");
      },
      { keepFor: SHORT },
    ),
  ];
}

/** A text that is kept for a short time. On a slow machine it may be forgotten before it is saved: then once more. */
async function savedShortly(store: ConversationStore, id: string) {
  let saved: { readonly token: number; readonly version: string } | undefined;
  const isSaved = async (): Promise<boolean> => {
    const token = await tokenOf(store, id, { ttl: SHORT });
    try {
      saved = { token, version: await store.save(id, "text", { ifVersion: null, token }) };
    } catch (thrown) {
      if (!(thrown instanceof StoreConflictError)) throw thrown;
    }
    return saved !== undefined;
  };
  await eventually(isSaved, "A text could not be saved.");
  must(saved, "A text could not be saved.");
  return saved;
}
