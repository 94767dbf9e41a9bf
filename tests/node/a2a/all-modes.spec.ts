/** A reasoner with all three modes at one end, `A2aAgent` in the element's loop at the other: as a whole, with nothing scripted between. */
import "ag-ui-lit";
import { ToolRegistry } from "ag-ui-lit";
import { A2aAgent, serveA2a } from "ag-ui-lit/a2a";
import { AgentReasoner, AgentToolExecutor, type ModelRequest } from "ag-ui-lit/server";
import { HttpHost } from "../../support/a2a/http-host.js";
import { said } from "../../support/a2a/scripted-reasoner.js";
import { Page } from "../loop/page.js";
import { expect, test } from "../test.js";

test("a tool of the server, one of the page and a prepared one, in one answer", async () => {
  const registry = new ToolRegistry();
  const schema = { type: "object", properties: { sum: { type: ["string", "number"] } } };
  const ran: string[] = [];
  registry.register({
    name: "price",
    description: "Looks a price up.",
    schema: {},
    metadata: { execution: "server" },
    handler: () => {
      ran.push("price");
      return "5";
    },
  });
  registry.register({
    name: "pay",
    description: "Pays.",
    schema,
    metadata: { execution: "preflight" },
    handler: ({ sum }) => {
      ran.push("prepares");
      return { sum: Number(sum) };
    },
  });
  const asked: ModelRequest[] = [];
  const model = (request: ModelRequest) => {
    asked.push(request);
    const round = asked.length;
    if (round === 1) return { text: "I look.", toolCalls: [{ name: "price", arguments: {} }] };
    if (round === 2) {
      const pay = { name: "pay", arguments: { sum: "5" } };
      return { toolCalls: [pay, { name: "echo", arguments: { of: "note" } }] };
    }
    return { text: "Paid." };
  };
  const reasoner = new AgentReasoner({ model, executor: new AgentToolExecutor({ registry }) });
  const host = await HttpHost.start();
  host.answer = serveA2a(reasoner, {
    card: { name: "Shop", description: "Sells.", url: host.url },
    context: () => ({ user: { id: "ann" } }),
  });
  const page = new Page(new A2aAgent({ url: host.url, config: { threadId: "t" } }));
  page.registry.register({
    name: "pay",
    description: "Pays.",
    schema,
    metadata: { execution: "preflight" },
    handler: ({ sum }, { preflight }) => {
      ran.push(`pays ${JSON.stringify(sum)} for ${JSON.stringify(preflight?.arguments)}`);
      return "receipt 1";
    },
  });
  try {
    expect(await page.send("Tea, please")).toBe("finished");
    expect(ran).toEqual(["price", "prepares", 'pays 5 for {"sum":"5"}']);
    expect(page.ran.map(({ args }) => args)).toEqual([{ of: "note" }]);
    expect(said(page.messages).at(-1)).toBe("assistant Paid.");
    const answers = page.messages.flatMap((message) =>
      message.role === "tool" ? [message.content] : [],
    );
    expect(answers).toEqual(["5", "receipt 1", "result 0"]);
    expect(asked).toHaveLength(3);
    expect(asked[0]?.tools.map(({ name }) => name).sort()).toEqual(["echo", "pay", "price"]);
    const told = asked[2]?.messages.flatMap((message) =>
      message.role === "tool" ? [message.content] : [],
    );
    expect(told).toEqual(["5", "receipt 1", "result 0"]);
    expect(asked[0]?.context.user).toEqual({ id: "ann" });

    expect(await page.send("Thanks")).toBe("finished");
    expect(asked[3]?.messages.filter(({ role }) => role === "user")).toHaveLength(2);
  } finally {
    await host.stop();
  }
});
