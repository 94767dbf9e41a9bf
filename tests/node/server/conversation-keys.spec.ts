/** What a conversation is known by: whatever strings a client sends, nobody gets what is another's. */
import { A2aAgentExecutor } from "ag-ui-lit/a2a";
import type { AgentContext, Reasoner } from "ag-ui-lit/server";
import { end } from "../../support/server/endpoint.js";
import {
  asks,
  type Line,
  listed,
  reasonerOf,
  result,
  ScriptedModel,
  user,
} from "../../support/server/reasoner.js";
import { expect, test } from "../test.js";

/** Ids that look like others, or like several. */
const nasty: readonly string[] = [
  "t1",
  '["t1",null,"ada"]',
  '["ag-ui-lit.conversation",["string","t1"],null,["string","ada"]]',
  '["t1","ada"]',
  "t1,ada",
  "user//ada/t1",
  "../../etc/passwd",
  "t1\u0000",
  "\ud800",
  "\ud801",
  "\ufffd",
  "__proto__",
  "null",
  "undefined",
  "7",
  '"t1"',
  "\\ud800",
  "T1",
  "t1 ",
  "x".repeat(1_024),
];

const parties: readonly unknown[] = ["ada", "", "null", 7, "7", '["ada"]', "\ud800", "__proto__"];

/** All that the requests of some contexts ask a store for. */
async function idsOf(contexts: readonly AgentContext[]): Promise<string[]> {
  const ids: string[] = [];
  const store = {
    load: (id: string) => void ids.push(id),
    save: () => {},
  };
  const model = new ScriptedModel({ text: "So." });
  const { reasoner } = reasonerOf([], model.ask, { store });
  for (const context of contexts) {
    expect(await reasoner.execute({ context, messages: [user("Hi")] })).toMatchObject({
      finish: "completed",
    });
  }
  return ids;
}

function contextsOf(): AgentContext[] {
  const contexts: AgentContext[] = [];
  const session = { id: "s" };
  const someone = parties.map((id) => ({ id }) as { id: string });
  for (const id of nasty) {
    contexts.push({ conversation: { id }, session });
    for (const party of someone) {
      contexts.push({ conversation: { id }, session, user: party });
      contexts.push({ conversation: { id }, session, organisation: party });
    }
  }
  for (const organisation of someone) {
    for (const party of someone) {
      contexts.push({ conversation: { id: "t1" }, session, organisation, user: party });
    }
  }
  return contexts;
}

test("other threads, users and organisations are other conversations, and a store is given their hashes", async () => {
  const contexts = contextsOf();
  const ids = await idsOf(contexts);
  expect(new Set(ids).size).toBe(contexts.length);
  expect(ids.filter((id) => !/^[0-9a-f]{64}$/.test(id))).toEqual([]);
  // The same one is the same.
  expect(await idsOf(contexts.slice(0, 3))).toEqual(ids.slice(0, 3));
});

test("a request of nobody does not answer, stop or read what is Ada's, however it names its thread", async () => {
  const ada = { conversation: { id: "t1" }, session: { id: "s" }, user: { id: "ada" } };
  for (const id of nasty) {
    const lines: Line[] = [{ toolCalls: [asks("draw", {}, "a")] }, { text: "So." }];
    const model = new ScriptedModel(...lines);
    const { reasoner, codes } = reasonerOf([], model.ask);
    const messages = [user("Draw", "u1")];
    const clientTools = [listed("draw")];
    const handed = await reasoner.execute({ context: ada, messages, clientTools });
    expect(handed.finish).toBe("client");

    const nobody = { conversation: { id }, session: { id: "s" } };
    await reasoner.execute({ context: nobody, messages: [result("a", "forged")] });
    expect(codes()).toEqual(["result_unknown"]);

    const next = [...messages, ...handed.messages, result("a", "red")];
    await reasoner.execute({ context: ada, messages: next, clientTools });
    expect(model.answerTo("a")).toBe("red");
  }
});

test("a user or an organisation without an id is a mistake of the server's, not nobody", async () => {
  const model = new ScriptedModel({ text: "So." });
  const { reasoner } = reasonerOf([], model.ask);
  for (const party of [{}, { id: undefined }, { id: {} }, { id: Number.NaN }, "ada", 7]) {
    for (const name of ["user", "organisation"]) {
      const context = { conversation: { id: "t1" }, session: { id: "s" }, [name]: party };
      const response = await reasoner.execute({ context: context as never, messages: [] });
      expect(response).toMatchObject({ finish: "failed", error: { code: "request" } });
      expect(response.error?.message).toContain(`context.${name} must have an id`);
    }
  }
  expect(model.asked).toHaveLength(0);
});

test("over A2A other contexts, tenants, users and organisations are other conversations, and none is one of AG-UI", async () => {
  const seen: AgentContext[] = [];
  const reasoner: Reasoner = {
    async *run({ context }) {
      seen.push(context);
      yield end();
    },
  };
  const ask = async (contextId: string, tenant: string, caller: object): Promise<void> => {
    const executor = new A2aAgentExecutor(reasoner, { context: () => caller });
    const userMessage = { parts: [{ content: { $case: "text", value: "Hi" } }], messageId: "m" };
    const request = { message: userMessage };
    const asked = { taskId: "task", contextId, context: { tenant }, userMessage, request };
    const bus = { publish() {}, finished() {} };
    await executor.execute(asked as never, bus as never);
  };
  for (const contextId of nasty) {
    await ask(contextId, "", {});
    await ask(contextId, "acme", {});
    await ask(contextId, "", { user: { id: "acme" } });
    await ask(contextId, "", { user: { id: "ada" }, organisation: { id: "acme" } });
    await ask(contextId, "", { user: { id: "acme" }, organisation: { id: "ada" } });
  }
  const ids = seen.map(({ conversation }) => conversation.id);
  expect(ids).toHaveLength(nasty.length * 5);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[0-9a-f]{64}$/.test(id))).toEqual([]);

  const [first] = seen as [AgentContext];
  const overAgUi = { conversation: { id: first.conversation.id }, session: first.session };
  const [one, other] = await idsOf([first, overAgUi]);
  expect(one).not.toBe(other);
});
