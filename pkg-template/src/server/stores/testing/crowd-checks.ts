import { StoreConflictError } from "../conversation-store.js";
import { anyId, must, mustEqual, type StoreCheck } from "./store-check.js";
import type { MakeStore } from "./test-store.js";
import { LONG, storeCheck, tokenOf } from "./with-store.js";

/** Many at once. */
export function crowdChecks(make: MakeStore): StoreCheck[] {
  return [
    storeCheck(
      make,
      "acquire",
      "of many processes that acquire at once, one gets the lease",
      async (store) => {
        const other = await make({});
        try {
          const id = anyId();
          const asked = Array.from({ length: 40 }, (_, at) =>
            (at % 2 ? store : other).acquire(id, { holder: `holder-${at}`, ttl: LONG }),
          );
          const answers = await Promise.all(asked);
          const given = answers.filter((answer) => "token" in answer);
          mustEqual(given.length, 1, "The number of leases that were given");
        } finally {
          await other.close();
        }
      },
    ),
    storeCheck(
      make,
      "save",
      "of many saves over one version at once, one is kept",
      async (store) => {
        const other = await make({});
        try {
          const id = anyId();
          const token = await tokenOf(store, id);
          const saves = Array.from({ length: 40 }, async (_, at) => {
            const text = `text ${at}`;
            try {
              const where = at % 2 ? store : other;
              return { text, version: await where.save(id, text, { ifVersion: null, token }) };
            } catch (thrown) {
              const isConflict = thrown instanceof StoreConflictError && thrown.code === "version";
              must(isConflict, `A save over an older version rejected otherwise: ${thrown}.`);
              return undefined;
            }
          });
          const kept = (await Promise.all(saves)).filter((save) => save !== undefined);
          mustEqual(kept.length, 1, "The number of saves that were kept");
          mustEqual(await store.load(id), kept[0], "What load() gave");
        } finally {
          await other.close();
        }
      },
    ),
    storeCheck(make, "save", "many conversations at once stay apart", async (store) => {
      const talk = async (_: unknown, at: number): Promise<void> => {
        const id = anyId();
        const token = await tokenOf(store, id, { holder: `holder-${at}` });
        let version: string | null = null;
        for (let round = 0; round < 3; round += 1) {
          const text = `${at}:${round}`;
          version = await store.save(id, text, { ifVersion: version, token });
          mustEqual(await store.renew(id, token, LONG), "held", "renew()");
          mustEqual(await store.load(id), { text, version }, "What load() gave");
        }
        await store.release(id, token);
      };
      await Promise.all(Array.from({ length: 200 }, talk));
    }),
  ];
}
