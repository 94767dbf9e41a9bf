/** `testStore()` finds what a store does wrong, and names the rule. */
import { type ConversationStore, memoryConversationStore } from "ag-ui-lit/server";
import { testStore } from "ag-ui-lit/server/testing";
import { describe, expect, test } from "../node/test.js";

/** Stores that break a rule each, by the name of the rule. */
const broken: Readonly<Record<string, (store: ConversationStore) => Partial<ConversationStore>>> = {
  "a text is saved only over the version that was read": (store) => ({
    save: async (id, text, { token }) => {
      const ifVersion = (await store.load(id))?.version ?? null;
      return store.save(id, text, { ifVersion, token });
    },
  }),
  "fencing tokens only grow": () => ({ acquire: async () => ({ token: 1 }) }),
  "a lease that is held is given to no other process": (store) => ({
    acquire: (id, request) => store.acquire(id, { ...request, holder: "all the same" }),
  }),
  "the holder learns that another process waits, until the lease is given again": (store) => ({
    renew: async (...given) => {
      const state = await store.renew(...given);
      return state === "wanted" ? "held" : state;
    },
  }),
  "every text is loaded as it was saved": (store) => ({
    save: (id, text, condition) => store.save(id, text.toWellFormed(), condition),
  }),
  "an id that is not 64 hexadecimal digits is refused with a TypeError": (store) => ({
    load: (id) => store.load(id).catch(() => undefined),
  }),
  "a lease that was given back is free, and no longer in force": () => ({
    release: async () => {},
  }),
  "it rings in every process when a lease becomes wanted": () => ({
    watch: async () => () => {},
  }),
};

/** Waiting for what never comes ends a check after half a minute. */
const patient = new Set(["it rings in every process when a lease becomes wanted"]);

for (const [rule, change] of Object.entries(broken)) {
  test(`a store that breaks a rule is found: ${rule}`, async (context) => {
    if (patient.has(rule)) {
      let now = 0;
      context.mock.method(performance, "now", () => {
        now += 10_000;
        return now;
      });
    }
    const store = memoryConversationStore();
    const checks = testStore(() => bound(store, change(store)));
    const check = checks.find(({ name }) => name === rule);
    const thrown = await check?.run().catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: "StoreCheckError", code: "store_check" });
    const { message } = thrown as Error;
    expect(message).toContain(`The rule of ${check?.source}: ${rule}.`);
    expect(message).toContain("docs/several-servers.md");
  });
}

describe("a store without doorbells", () => {
  const store = memoryConversationStore();
  const checks = testStore(() => bound(store, { watch: undefined } as never));
  for (const { name, source, run } of checks) {
    if (source.endsWith(".watch")) test(`passes: ${name}`, run);
  }
});

/** A store with some methods replaced. */
function bound(store: ConversationStore, changes: Partial<ConversationStore>): ConversationStore {
  return {
    load: (id) => store.load(id),
    save: (...given) => store.save(...given),
    acquire: (...given) => store.acquire(...given),
    renew: (...given) => store.renew(...given),
    release: (...given) => store.release(...given),
    watch: async (...given) => (await store.watch?.(...given)) ?? (() => {}),
    close: async () => {},
    ...changes,
  };
}
