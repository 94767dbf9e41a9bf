/** `checkCompliance`: AGN-005, section 8, line by line. */
// In a process of its own: it takes the process's listeners away for a while.

import { ToolRegistry } from "ag-ui-lit";
import {
  type AgentToolDefinition,
  AgentToolExecutor,
  type ComplianceOptions,
  checkCompliance,
  defineAgentTool,
} from "ag-ui-lit/server";
import * as z from "zod";
import { KeptLog } from "../support/server/executor.js";
import { expect, test } from "./test.js";

const names = [
  "definition",
  "name",
  "usage",
  "mode",
  "escapes",
  "deterministic",
  "ids",
  "logging",
  "integration",
];

type Definition = AgentToolDefinition<{ account: string }>;

function definitionOf(changed: Partial<Definition> = {}): Definition {
  return {
    name: "get_balance",
    description: "The balance of an account.",
    schema: z.object({ account: z.string() }),
    metadata: { execution: "server" },
    handler: ({ account }) => ({ account, balance: 20 }),
    ...changed,
  };
}

/** The rows that are not as `true`, by the line's name. */
async function faults(
  changed: Partial<Definition>,
  options: ComplianceOptions = { example: { account: "A1" } },
  withExecutor = true,
): Promise<Record<string, unknown>> {
  const registry = new ToolRegistry();
  const tool = defineAgentTool(definitionOf(changed));
  const executor = new AgentToolExecutor({ registry, log: new KeptLog() });
  const given = withExecutor ? { executor, ...options } : options;
  const { compliant, rows } = await checkCompliance(tool as never, given);
  const faulty = rows.map(({ ok, why }, at) => [names[at], ok, why] as const);
  const found = faulty.filter(([, ok]) => ok !== true);
  expect(compliant).toBe(found.length === 0);
  expect(rows).toHaveLength(9);
  return Object.fromEntries(found.map(([name, ok, why]) => [name, [ok, why]]));
}

test("a tool of the server that keeps the contract is compliant", async () => {
  expect(await faults({})).toEqual({});
});

test("so is one that prepares a call for the client, also one that is registered", async () => {
  const metadata = { execution: "preflight" } as const;
  const handler = ({ account }: { account: string }) => ({ account });
  expect(await faults({ metadata, handler })).toEqual({});

  const registry = new ToolRegistry();
  const { tool } = registry.register(defineAgentTool(definitionOf({ metadata, handler })));
  const executor = new AgentToolExecutor({ registry, log: new KeptLog() });
  const seen = await checkCompliance(tool, { executor, example: { account: "A1" }, runs: 5 });
  expect(seen.rows.filter(({ ok }) => ok !== true)).toEqual([]);
});

test("what can't be seen without an example or an executor is unknown, says what to give, and is not compliant", async () => {
  let runs = 0;
  const handler = () => {
    runs += 1;
  };
  const seen = await faults({ handler }, {}, false);
  const example = ["unknown", expect.stringContaining("Give example")];
  const executor = ["unknown", expect.stringContaining("Give the executor")];
  expect(seen).toEqual({
    name: executor,
    escapes: example,
    deterministic: example,
    ids: example,
    logging: executor,
    integration: example,
  });
  expect(runs).toBe(0);
  expect(await faults({ handler }, {})).toEqual({
    escapes: example,
    deterministic: example,
    ids: example,
    integration: example,
  });
});

test("each line finds what breaks it", async () => {
  let count = 0;
  const counting = () => {
    count += 1;
    return { count };
  };
  expect(await faults({ handler: counting })).toEqual({
    deterministic: [false, expect.stringMatching(/\{"count":1\} and \{"count":2\}/)],
  });
  expect(await faults({ description: "Get balance!" })).toEqual({
    usage: [false, expect.stringContaining("name once more")],
  });
  const failing = () => {
    throw new Error("No such account.");
  };
  expect(await faults({ handler: failing })).toEqual({
    deterministic: [false, expect.stringContaining("No such account.")],
    integration: [false, expect.stringContaining("No such account.")],
  });
  const wrong = { example: { account: 7 } };
  expect(Object.keys(await faults({}, wrong))).toEqual(["deterministic", "integration"]);
  const tagged: Definition["handler"] = (_args, { log }) => {
    log.addException("oops", new Error("x"));
  };
  expect(await faults({ handler: tagged })).toEqual({
    logging: [false, expect.stringContaining("[get_balance_ExecuteAsync__Exception]")],
  });
  const payload = () => ({ account: 7 });
  expect(
    Object.keys(await faults({ metadata: { execution: "preflight" }, handler: payload })),
  ).toEqual(["deterministic", "integration"]);
});

test("a definition that breaks a rule, or says nothing of where it runs, is no tool of the contract", async () => {
  const nameless = await checkCompliance({ name: "no name", description: "", handler: 1 } as never);
  expect(nameless.compliant).toBe(false);
  expect(nameless.rows[0]).toMatchObject({ ok: false, why: expect.stringContaining("name") });
  expect(nameless.rows.slice(1).every(({ ok }) => ok === "unknown")).toBe(true);
  expect((await checkCompliance(null as never)).rows[0]?.ok).toBe(false);

  const silent = { name: "a", description: "Draws.", schema: {}, handler: () => 1 };
  const { rows } = await checkCompliance(silent);
  expect(rows[3]).toMatchObject({ ok: false, why: expect.stringContaining("absent") });

  let reads = 0;
  const unstable = {
    ...silent,
    get name() {
      reads += 1;
      return `name_${reads}`;
    },
  };
  expect((await checkCompliance(unstable)).rows[1]).toMatchObject({ ok: false });
});

test("another tool's name, an executor without a log, and one that lets nobody do anything are found", async () => {
  const registry = new ToolRegistry();
  registry.register({ name: "get_balance", description: "Another.", schema: {}, handler: () => 1 });
  const tool = defineAgentTool(definitionOf()) as never;
  const example = { account: "A1" };
  const taken = await checkCompliance(tool, {
    executor: new AgentToolExecutor({ registry }),
    example,
  });
  expect(taken.rows[1]).toMatchObject({ ok: false, why: expect.stringContaining("Another tool") });
  expect(taken.rows[7]).toMatchObject({ ok: false, why: "The executor has no log." });

  const executor = new AgentToolExecutor({
    registry: new ToolRegistry(),
    log: new KeptLog(),
    authorize: (_call, _tool, { user }) => user !== undefined,
  });
  const nobody = await checkCompliance(tool, { executor, example });
  expect(nobody.rows[5]).toMatchObject({ ok: false, why: expect.stringContaining("not allowed") });
  const context = { conversation: { id: "c" }, session: { id: "s" }, user: { id: "u" } };
  expect((await checkCompliance(tool, { executor, example, context })).compliant).toBe(true);
});

test("options that are not as they must be are refused", async () => {
  const check = (options: object) => checkCompliance(definitionOf() as never, options as never);
  await expect(check({ exampel: {} })).rejects.toThrow(/no option "exampel"/);
  await expect(check({ runs: 1 })).rejects.toThrow(/from 2 to 20/);
  await expect(check({ example: { n: 1n } })).rejects.toThrow(/JSON can hold/);
  await expect(check({ executor: {} })).rejects.toThrow(/AgentToolExecutor/);
  await expect(check({ context: { user: { id: "u" } } })).rejects.toThrow(
    /conversation and session/,
  );
});

test("a rejection that nobody handles and an exception of a timer are seen, and disturb no listener of the host's", async () => {
  const gone = (): Promise<never> => Promise.reject(new Error("gone"));
  const strays: Record<string, () => void> = {
    "at once": () => void gone(),
    "of an async function": () => void (async () => gone())(),
    "of a chain": () =>
      void Promise.resolve()
        .then(gone)
        .then(() => 1),
    // Timers that are due before the one that the checklist waits for, however late both are.
    later: () => void setTimeout(() => void gone(), 5),
    "as an exception": () => {
      setTimeout(() => {
        throw new Error("gone");
      }, 5);
    },
    "as a text": () => void Promise.reject("gone"),
  };
  for (const [when, stray] of Object.entries(strays)) {
    const handler: Definition["handler"] = ({ account }) => {
      stray();
      return { account };
    };
    // The listeners of this suite fail a test for whatever they hear.
    expect(await faults({ handler }), when).toEqual({
      escapes: [false, expect.stringMatching(/nobody handles.*: gone$/)],
    });
  }
});

test("what the host itself leaves behind meanwhile is no fault of the tool, and reaches the host", async () => {
  const heard: unknown[] = [];
  const emitted = process.emit;
  const listeners = process.rawListeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (reason) => heard.push(reason));
  const handled = ({ account }: { account: string }) => {
    // A rejection that is handled is none.
    void Promise.reject(new Error("handled")).catch(() => {});
    return { account };
  };
  const checking = faults({ handler: handled });
  setTimeout(() => void Promise.reject("the host's"), 0);
  expect(await checking).toEqual({});
  expect(heard).toEqual(["the host's"]);
  expect(process.emit).toBe(emitted);
  process.removeAllListeners("unhandledRejection");
  for (const listener of listeners) process.on("unhandledRejection", listener as () => void);
});

test("two tools that are checked at once are told apart", async () => {
  const stray: Definition["handler"] = ({ account }) => {
    void Promise.reject(new Error("gone"));
    return { account };
  };
  const [good, bad] = await Promise.all([faults({}), faults({ handler: stray })]);
  expect(good).toEqual({});
  expect(Object.keys(bad)).toEqual(["escapes"]);
});
