/** `AgentReasoner({ store })`: requests of a conversation that come to different processes. */
import type { Message } from "@ag-ui/core";
import type { ReasonerStore } from "ag-ui-lit/server";
import {
  asks,
  contextOf,
  listed,
  reasonerOf,
  requestOf,
  result,
  ScriptedModel,
  serverTools,
  user,
} from "../../support/server/reasoner.js";
import { deferred } from "../deferred.js";
import { expect, test } from "../test.js";

class KeptStore implements ReasonerStore {
  readonly texts = new Map<string, string>();
  load(id: string): string | undefined {
    return this.texts.get(id);
  }
  async save(id: string, text: string): Promise<void> {
    this.texts.set(id, text);
  }
}

const clientTools = [listed("pick")];

test("what one process has handed over, another takes up: its result once, the first", async () => {
  const store = new KeptStore();
  const one = new ScriptedModel({ toolCalls: [asks("pick", {}, "a")] });
  const first = [user("Which?", "u1")];
  const asked = await reasonerOf([], one.ask, { store }).reasoner.execute(
    requestOf(first, { clientTools }),
  );
  const history: Message[] = [...first, ...asked.messages];

  const other = new ScriptedModel({ text: "So." });
  const second = reasonerOf([], other.ask, { store });
  await second.reasoner.execute(requestOf([...history, result("a", "red")]));
  expect(other.answerTo("a")).toBe("red");

  const third = reasonerOf([], other.ask, { store });
  await third.reasoner.execute(requestOf([...history, result("a", "blue")]));
  expect(other.answerTo("a")).toBe("red");
  expect([...second.codes(), ...third.codes()]).toEqual(["result_differs"]);
});

test("a tool that ran when its process was lost: its outcome is not known, and it does not run again", async () => {
  const store = new KeptStore();
  const begun = deferred<void>();
  // In the test its process lives on, and would wait for its timeout.
  const ends = deferred<void>();
  const hangs = serverTools({
    pay: () => {
      begun.resolve();
      return ends.promise;
    },
  });
  const one = new ScriptedModel({ toolCalls: [asks("pay", {}, "a")] });
  const lost = new AbortController();
  const { reasoner } = reasonerOf(hangs, one.ask, { store });
  const response = reasoner.execute(requestOf([user("Pay", "u1")]), { signal: lost.signal });
  await begun.promise;
  // As the process that is lost has written it down.
  const texts = new Map(store.texts);
  lost.abort();
  await response;

  const after = new KeptStore();
  for (const [id, text] of texts) after.texts.set(id, text);
  const other = new ScriptedModel({ text: "So." });
  let runs = 0;
  const counts = serverTools({
    pay: () => {
      runs += 1;
    },
  });
  await reasonerOf(counts, other.ask, { store: after }).reasoner.execute(
    requestOf([user("Pay", "u1"), user("Well?")]),
  );
  expect(runs).toBe(0);
  expect(other.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  expect(other.answerTo("a")).toContain("It is not known whether it took effect.");
  ends.resolve();
});

test("a call begins when that is written down, and not at all when its client has gone by then", async () => {
  const asked = deferred<void>();
  const store = {
    load: () => undefined,
    save: () => {
      asked.resolve();
      return new Promise(() => {});
    },
  };
  let runs = 0;
  const counts = serverTools({
    pay: () => {
      runs += 1;
    },
  });
  const model = new ScriptedModel({ toolCalls: [asks("pay", {}, "a")] }, { text: "So." });
  const { reasoner } = reasonerOf(counts, model.ask, { store });
  const older = reasoner.execute(requestOf([user("Pay", "u1")]));
  await asked.promise;
  const newer = reasoner.execute(requestOf([user("Pay", "u1"), user("Well?")]));
  expect((await older).finish).toBe("aborted");
  while (model.asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(runs).toBe(0);
  expect(model.answerTo("a")).toContain("ended before it began");
  void newer;
});

test("what is finished after its client has gone is written down, too", async () => {
  const saved = deferred<void>();
  const looked = deferred<string>();
  const begun = deferred<void>();
  const store = new (class extends KeptStore {
    override async save(id: string, text: string): Promise<void> {
      await super.save(id, text);
      if (text.includes("seen at last")) saved.resolve();
    }
  })();
  const tools = serverTools({
    look: () => {
      begun.resolve();
      return looked.promise;
    },
  });
  const one = new ScriptedModel({ toolCalls: [asks("look", {}, "a")] });
  const going = new AbortController();
  const { reasoner } = reasonerOf(tools, one.ask, { store });
  const response = reasoner.execute(requestOf([user("Look", "u1")]), { signal: going.signal });
  await begun.promise;
  going.abort();
  await response;
  looked.resolve("seen at last");
  await saved.promise;

  const other = new ScriptedModel({ text: "So." });
  await reasonerOf([], other.ask, { store }).reasoner.execute(requestOf([user("Look", "u1")]));
  expect(other.answerTo("a")).toBe("seen at last");
});

test("a store that throws, gives nonsense, or another conversation's: the conversation goes on, and it is logged", async () => {
  const failing = new Error("The disk is full.");
  const foreign = new KeptStore();
  const maker = reasonerOf([], () => ({}), { store: foreign });
  await maker.reasoner.execute({ context: contextOf("other"), messages: [user("Hi")] });
  const others = [...foreign.texts.values()].at(-1) ?? "";
  const throws = (): never => {
    throw failing;
  };
  const stores: [ReasonerStore, string][] = [
    [{ load: throws, save: throws }, "The disk is full."],
    [{ load: () => Promise.reject(failing), save: () => Promise.reject(failing) }, "disk is full"],
    [{ load: () => 5, save: () => {} }, "something else than a text"],
    [{ load: () => "{", save: () => {} }, "can't be read"],
    [{ load: () => others, save: () => {} }, "another conversation's"],
    [{ load: () => others.replace("1", "2"), save: () => {} }, "of version 2"],
  ];
  for (const [store, why] of stores) {
    const model = new ScriptedModel({ text: "So." });
    const { reasoner, log } = reasonerOf([], model.ask, { store });
    expect(await reasoner.execute(requestOf([user("Hi")]))).toMatchObject({ text: "So." });
    const exceptions = log.entries.filter(({ level }) => level === "exception");
    expect(exceptions[0]).toMatchObject({ tag: "[AgentReasoner_Store__Exception]" });
    expect(String(exceptions[0]?.said)).toContain(why);
  }
});

test("a store that hangs holds up its conversation, until the client goes", async () => {
  const model = new ScriptedModel({ text: "So." });
  const store = { load: () => new Promise(() => {}), save: () => {} };
  const { reasoner } = reasonerOf([], model.ask, { store });
  const going = new AbortController();
  const response = reasoner.execute(requestOf([user("Hi")]), { signal: going.signal });
  going.abort();
  expect((await response).finish).toBe("aborted");
  expect(model.asked).toEqual([]);
});
