import type { ConversationStore } from "../conversation-store.js";
import { anyId, eventually, mustEqual, type StoreCheck } from "./store-check.js";
import type { MakeStore } from "./test-store.js";
import { LONG, storeCheck, tokenOf } from "./with-store.js";

/** Doorbells. A store without `watch()` passes. */
export function watchChecks(make: MakeStore): StoreCheck[] {
  return [
    storeCheck(make, "watch", "it rings in every process when a lease becomes wanted", (store) =>
      ringsFor(make, store, async (id) => {
        await tokenOf(store, id);
        return async () => void (await store.acquire(id, { holder: "two", ttl: LONG }));
      }),
    ),
    storeCheck(
      make,
      "watch",
      "it rings in every process when a lease that is wanted is given back",
      (store) =>
        ringsFor(make, store, async (id) => {
          const token = await tokenOf(store, id);
          await store.acquire(id, { holder: "two", ttl: LONG });
          return () => store.release(id, token);
        }),
    ),
    storeCheck(
      make,
      "watch",
      "it rings no more once it was called off, and others go on",
      async (store) => {
        if (!store.watch) return;
        const id = anyId();
        const rings: string[] = [];
        const ofOne = () => rings.filter((each) => each === "called off").length;
        const callOff = await store.watch(id, () => rings.push("called off"));
        await store.watch(id, () => rings.push("watching"));
        callOff();
        callOff();
        const before = ofOne();
        const token = await tokenOf(store, id);
        await store.acquire(id, { holder: "two", ttl: LONG });
        await store.release(id, token);
        await eventually(
          () => rings.includes("watching"),
          "A watch that was not called off did not ring.",
        );
        mustEqual(ofOne(), before, "The number of rings of the watch that was called off");
      },
    ),
  ];
}

/** Watches in the process that acts, and in another one. A ring without a reason is allowed; a missing one is not. */
async function ringsFor(
  make: MakeStore,
  store: ConversationStore,
  prepare: (id: string) => Promise<() => Promise<void>>,
): Promise<void> {
  if (!store.watch) return;
  const other = await make({});
  try {
    const id = anyId();
    const act = await prepare(id);
    const rang = new Set<string>();
    await store.watch(id, () => rang.add("here"));
    await other.watch?.(id, () => rang.add("there"));
    rang.clear();
    await act();
    await eventually(() => rang.has("here"), "It did not ring in the process that acted.");
    await eventually(() => rang.has("there"), "It did not ring in another process.");
  } finally {
    await other.close();
  }
}
