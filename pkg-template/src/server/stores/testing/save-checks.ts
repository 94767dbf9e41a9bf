import { anyId, must, mustEqual, type StoreCheck } from "./store-check.js";
import type { MakeStore } from "./test-store.js";
import { mustConflict, storeCheck, tokenOf } from "./with-store.js";

/** Order of saves, and versions. */
export function saveChecks(make: MakeStore): StoreCheck[] {
  return [
    storeCheck(make, "load", "a conversation that was never saved has no text", async (store) => {
      const id = anyId();
      mustEqual(await store.load(id), undefined, "load() of an unknown id");
      await tokenOf(store, id);
      mustEqual(await store.load(id), undefined, "load() of a conversation with a lease only");
    }),
    storeCheck(
      make,
      "save",
      "the text that was saved last is loaded, with its version",
      async (store) => {
        const id = anyId();
        const token = await tokenOf(store, id);
        let ifVersion: string | null = null;
        for (const text of ["one", "two", "three"]) {
          ifVersion = await store.save(id, text, { ifVersion, token });
          mustEqual(await store.load(id), { text, version: ifVersion }, "What load() gave");
        }
      },
    ),
    storeCheck(
      make,
      "save",
      "each save gives another version, also of the same text",
      async (store) => {
        const id = anyId();
        const token = await tokenOf(store, id);
        const versions = new Set<string>();
        let ifVersion: string | null = null;
        for (let round = 0; round < 20; round += 1) {
          ifVersion = await store.save(id, "the same", { ifVersion, token });
          must(typeof ifVersion === "string" && ifVersion !== "", "save() gave no version.");
          versions.add(ifVersion);
        }
        mustEqual(versions.size, 20, "The number of versions of 20 saves");
      },
    ),
    storeCheck(
      make,
      "save",
      "a text is saved only over the version that was read",
      async (store) => {
        const id = anyId();
        const token = await tokenOf(store, id);
        await mustConflict(
          store.save(id, "x", { ifVersion: "1", token }),
          ...(["version", "A save over a version of a conversation that is new"] as const),
        );
        const first = await store.save(id, "one", { ifVersion: null, token });
        const second = await store.save(id, "two", { ifVersion: first, token });
        for (const ifVersion of [
          null,
          first,
          "",
          "0",
          `${second}0`,
          "\0",
          "' OR 1=1 --",
          "\ud800",
        ]) {
          const what = `A save over the version ${JSON.stringify(ifVersion)}, when another is stored,`;
          await mustConflict(store.save(id, "x", { ifVersion, token }), "version", what);
        }
        mustEqual(await store.load(id), { text: "two", version: second }, "What load() gave");
      },
    ),
    storeCheck(
      make,
      "save",
      "a text is saved only with the token of the lease in force",
      async (store) => {
        const [id, other] = [anyId(), anyId()];
        const nobodys = "A save without a lease";
        await mustConflict(store.save(id, "x", { ifVersion: null, token: 1 }), "fenced", nobodys);
        const token = await tokenOf(store, id);
        const foreign = await tokenOf(store, other);
        const tokens = [0, -1, 1.5, token - 1, token + 1, Number.NaN, Number.POSITIVE_INFINITY];
        for (const wrong of foreign === token ? tokens : [foreign, ...tokens]) {
          const what = `A save with the token ${wrong}, when ${token} is in force,`;
          await mustConflict(
            store.save(id, "x", { ifVersion: null, token: wrong }),
            "fenced",
            what,
          );
        }
        mustEqual(await store.load(id), undefined, "load() after saves that were refused");
      },
    ),
    storeCheck(
      make,
      "load",
      "conversations whose ids differ in one digit are separate",
      async (store) => {
        const id = anyId();
        const digit = id.endsWith("0") ? "1" : "0";
        const near = id.slice(0, -1) + digit;
        const version = await store.save(id, "one", {
          ifVersion: null,
          token: await tokenOf(store, id),
        });
        mustEqual(await store.load(near), undefined, "load() of the other id");
        await store.save(near, "two", { ifVersion: null, token: await tokenOf(store, near) });
        mustEqual(await store.load(id), { text: "one", version }, "What load() gave");
      },
    ),
    storeCheck(make, "load", "what one process has saved, every other one loads", async (store) => {
      const id = anyId();
      const other = await make({});
      try {
        const token = await tokenOf(store, id);
        const version = await store.save(id, "one", { ifVersion: null, token });
        mustEqual(await other.load(id), { text: "one", version }, "load() of another process");
        const next = await other.save(id, "two", { ifVersion: version, token });
        mustEqual(
          await store.load(id),
          { text: "two", version: next },
          "load() of the first process",
        );
      } finally {
        await other.close();
      }
    }),
    storeCheck(make, "close", "a store may be closed twice", async (store) => {
      await store.load(anyId());
      await store.close();
    }),
  ];
}
