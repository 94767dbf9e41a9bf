import { anyId, must, mustEqual, rejectionOf, type StoreCheck } from "./store-check.js";
import type { MakeStore } from "./test-store.js";
import { LONG, mustConflict, storeCheck, tokenOf } from "./with-store.js";

/** One process at a time holds a conversation. */
export function leaseChecks(make: MakeStore): StoreCheck[] {
  return [
    storeCheck(
      make,
      "acquire",
      "a lease that is held is given to no other process",
      async (store) => {
        const id = anyId();
        const token = await tokenOf(store, id);
        for (const holder of ["two", "ONE", "one1"]) {
          const answer = await store.acquire(id, { holder, ttl: LONG });
          must("busyFor" in answer, `acquire() gave a lease to "${holder}" that "one" holds.`);
          const isTime = answer.busyFor > 0 && answer.busyFor <= LONG;
          must(isTime, `busyFor is ${answer.busyFor}, and must be above 0 and at most ${LONG} ms.`);
        }
        await store.save(id, "text", { ifVersion: null, token });
      },
    ),
    storeCheck(make, "acquire", "fencing tokens only grow", async (store) => {
      const id = anyId();
      let last = 0;
      for (let round = 0; round < 20; round += 1) {
        const token = await tokenOf(store, id, { holder: `holder-${round % 3}` });
        must(token > last, `The token ${token} was given after ${last}.`);
        last = token;
        await store.release(id, token);
      }
    }),
    storeCheck(
      make,
      "acquire",
      "a holder that acquires again has a new lease, and its old one is lost",
      async (store) => {
        const id = anyId();
        const first = await tokenOf(store, id);
        const second = await tokenOf(store, id);
        must(second > first, `The token ${second} was given after ${first}.`);
        mustEqual(await store.renew(id, first, LONG), "lost", "renew() of the old lease");
        mustEqual(await store.renew(id, second, LONG), "held", "renew() of the new lease");
        await mustConflict(
          store.save(id, "x", { ifVersion: null, token: first }),
          ...(["fenced", "A save with the token of the old lease"] as const),
        );
      },
    ),
    storeCheck(
      make,
      "renew",
      "the holder learns that another process waits, until the lease is given again",
      async (store) => {
        const id = anyId();
        const token = await tokenOf(store, id);
        mustEqual(await store.renew(id, token, LONG), "held", "renew() before anybody else asked");
        await store.acquire(id, { holder: "two", ttl: LONG });
        mustEqual(await store.renew(id, token, LONG), "wanted", "renew() after another one asked");
        mustEqual(await store.renew(id, token, LONG), "wanted", "the next renew()");
        await store.release(id, token);
        const next = await tokenOf(store, id, { holder: "two" });
        mustEqual(await store.renew(id, next, LONG), "held", "renew() of the next holder");
      },
    ),
    storeCheck(make, "renew", "a lease that was never given is lost", async (store) => {
      const id = anyId();
      mustEqual(await store.renew(id, 1, LONG), "lost", "renew() of an unknown conversation");
      const token = await tokenOf(store, id);
      for (const wrong of [0, -1, token - 1, token + 1, 1.5, Number.NaN]) {
        mustEqual(await store.renew(id, wrong, LONG), "lost", `renew() with the token ${wrong}`);
      }
      mustEqual(await store.renew(id, token, LONG), "held", "renew() with the right token");
    }),
    storeCheck(
      make,
      "release",
      "a lease that was given back is free, and no longer in force",
      async (store) => {
        const id = anyId();
        const token = await tokenOf(store, id);
        const version = await store.save(id, "text", { ifVersion: null, token });
        await store.release(id, token);
        mustEqual(
          await store.renew(id, token, LONG),
          "lost",
          "renew() of a lease that was given back",
        );
        const what = "A save with a lease that was given back";
        await mustConflict(store.save(id, "x", { ifVersion: version, token }), "fenced", what);
        await tokenOf(store, id, { holder: "two" });
        mustEqual(await store.load(id), { text: "text", version }, "The text after that");
      },
    ),
    storeCheck(make, "release", "only the lease in force can be given back", async (store) => {
      const id = anyId();
      await store.release(id, 1);
      const first = await tokenOf(store, id);
      await store.release(id, first);
      await store.release(id, first);
      const token = await tokenOf(store, id, { holder: "two" });
      for (const wrong of [first, token + 1, 0, Number.NaN]) await store.release(id, wrong);
      mustEqual(await store.renew(id, token, LONG), "held", "renew() of the lease in force");
    }),
    storeCheck(
      make,
      "acquire",
      "a request in the wrong form is refused with a TypeError",
      async (store) => {
        const id = anyId();
        const requests = [
          ...["", "a".repeat(257), "\0", "a b", "a\nb", "é"].map((holder) => ({
            holder,
            ttl: LONG,
          })),
          ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY].map((ttl) => ({ holder: "one", ttl })),
        ];
        for (const request of requests) {
          const what = `acquire() with ${JSON.stringify(request)}`;
          const thrown = await rejectionOf(store.acquire(id, request), what);
          must(
            thrown instanceof TypeError,
            `${what} must reject with a TypeError, but: ${thrown}.`,
          );
        }
      },
    ),
  ];
}
