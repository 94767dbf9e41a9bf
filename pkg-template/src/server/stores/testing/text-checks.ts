import { LONGEST_TEXT } from "../text-size.js";
import {
  anyId,
  hostileIds,
  hostileTexts,
  must,
  mustEqual,
  rejectionOf,
  type StoreCheck,
} from "./store-check.js";
import type { MakeStore } from "./test-store.js";
import { LONG, storeCheck, tokenOf } from "./with-store.js";

/** Texts come back as they were saved, and an id is never what a client has written. */
export function textChecks(make: MakeStore): StoreCheck[] {
  return [
    storeCheck(make, "save", "every text is loaded as it was saved", async (store) => {
      const id = anyId();
      const token = await tokenOf(store, id);
      let ifVersion: string | null = null;
      for (const text of hostileTexts) {
        ifVersion = await store.save(id, text, { ifVersion, token });
        mustEqual((await store.load(id))?.text, text, "The loaded text");
      }
    }),
    storeCheck(make, "save", "a text may have 64 MiB of UTF-8, and no more", async (store) => {
      const id = anyId();
      const token = await tokenOf(store, id);
      const longest = `é😀${"a".repeat(LONGEST_TEXT - 6)}`;
      const version = await store.save(id, longest, { ifVersion: null, token });
      const tooLong = store.save(id, `${longest}a`, { ifVersion: version, token });
      const thrown = await rejectionOf(tooLong, "A save of a text that is too long");
      must(
        thrown instanceof RangeError,
        `A text that is too long must be refused with a RangeError, but: ${thrown}.`,
      );
      const loaded = await store.load(id);
      must(loaded?.text === longest, "A text of 64 MiB was not loaded as it was saved.");
      mustEqual(loaded.version, version, "The version");
      await store.save(id, "", { ifVersion: version, token });
    }),
    storeCheck(
      make,
      "load",
      "an id that is not 64 hexadecimal digits is refused with a TypeError",
      async (store) => {
        for (const id of hostileIds) {
          const condition = { ifVersion: null, token: 1 };
          const calls = {
            load: () => store.load(id),
            save: () => store.save(id, "x", condition),
            acquire: () => store.acquire(id, { holder: "one", ttl: LONG }),
            renew: () => store.renew(id, 1, LONG),
            release: () => store.release(id, 1),
            ...(store.watch && { watch: () => store.watch?.(id, () => {}) ?? Promise.resolve() }),
          };
          for (const [name, call] of Object.entries(calls)) {
            const what = `${name}() of the id ${JSON.stringify(id)}`;
            const thrown = await rejectionOf(call(), what);
            must(
              thrown instanceof TypeError,
              `${what} must reject with a TypeError, but: ${thrown}.`,
            );
          }
        }
      },
    ),
  ];
}
