/** Tools of a server that call others: what holds for a call of the model holds for theirs. */
import { ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import { AgentToolExecutor, type CallToAuthorize } from "ag-ui-lit/server";
import { runTools } from "ag-ui-lit/toolbox";
import { call, context } from "../../support/server/executor.js";
import { expect, test } from "../test.js";

/** A server with `batch`, and a tool of each mode. */
function server(authorize: (call: CallToAuthorize) => boolean) {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  const ran: unknown[] = [];
  for (const execution of ["server", "client", "preflight"] as const) {
    registry.register({
      name: `on_${execution}`,
      description: "A tool.",
      schema: {},
      metadata: { execution, dedupe: "inflight", idempotent: true },
      handler: (args, given) => {
        const { user, origin } = given as typeof given & { readonly user?: { id: string } };
        ran.push([execution, args, user?.id, origin.kind, typeof origin.parentExecutionId]);
        return "done";
      },
    });
  }
  for (const definition of runTools({ registry, manager })) {
    const metadata = { ...definition.metadata, execution: "server" } as const;
    registry.register({ ...definition, metadata });
  }
  const executor = new AgentToolExecutor({ registry, manager, authorize });
  const batch = async (...tools: string[]) => {
    const calls = tools.map((tool, n) => ({ tool, args: { n } }));
    const done = await executor.execute(call("batch", { description: "Some.", calls }), context);
    return done.content ?? done.errorMessage;
  };
  return { batch, ran };
}

test("a call of batch is authorized as the model's own, knows whose it is, and runs where it may", async () => {
  const asked: unknown[] = [];
  const { batch, ran } = server(({ name, args, arguments: text }) => {
    if (name !== "batch") asked.push([name, args, text]);
    return true;
  });
  const read = await batch("on_server", "on_client", "on_preflight");
  expect(ran).toEqual([["server", { n: 0 }, "user-1", "server", "string"]]);
  expect(asked).toEqual([["on_server", { n: 0 }, '{"n":0}']]);
  expect(read).toContain("--- 1. on_server succeeded ---\ndone");
  const refusal = "was not run: it needs the client, which can't be reached from here.";
  expect(read).toContain(`The tool "on_client" ${refusal}`);
  expect(read).toContain(`The tool "on_preflight" ${refusal}`);
});

test("a call of batch that is not authorized does not run", async () => {
  const { batch, ran } = server(({ name }) => name === "batch");
  expect(await batch("on_server")).toContain(
    'The tool "on_server" was not run: it is not allowed here.',
  );
  expect(ran).toEqual([]);
});
