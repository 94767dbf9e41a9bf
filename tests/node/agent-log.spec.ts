/** The logging contract of AGN-005, section 7, and `agentLog`, which writes it as lines of JSON. */

import { mock } from "node:test";
import { consoleSink } from "ag-ui-lit/log";
import { type AgentLogOptions, agentLog, defineAgentTool, logFor } from "ag-ui-lit/server";
import { call, context, executorOf, ids, KeptLog } from "../support/server/executor.js";
import { expect, test } from "./test.js";

const server = { execution: "server" } as const;

/** A log whose lines are kept. */
function logged(options: Partial<AgentLogOptions> = {}) {
  const lines: string[] = [];
  const log = agentLog({ sink: (line) => void lines.push(line), ...options });
  const all = async (): Promise<Record<string, unknown>[]> => {
    await log.flush();
    return lines.map((line) => JSON.parse(line));
  };
  return { log, lines, all };
}

test("what a tool throws is [<ToolName>_ExecuteAsync__Exception], with conversation and session", async () => {
  const thrown = new TypeError("No such account.");
  const { executor, log } = executorOf([
    {
      name: "get_balance",
      metadata: server,
      handler: () => {
        throw thrown;
      },
    },
  ]);
  await executor.execute(call("get_balance"), context);

  expect(log.entries).toEqual([
    {
      level: "exception",
      tag: "[get_balance_ExecuteAsync__Exception]",
      said: thrown,
      data: [
        ...ids,
        { key: "ToolName", value: "get_balance" },
        { key: "ToolCallId", value: "call-1" },
        { key: "Category", value: "execution" },
        { key: "Message", value: "No such account." },
        { key: "FailureId", value: expect.stringMatching(/^[0-9a-f]{16}$/) },
      ],
    },
  ]);
});

test("everything else is an event with pairs: a success, refused arguments, what a tool says itself", async () => {
  const talk = defineAgentTool({
    name: "talk",
    description: "Talks.",
    schema: { type: "object", required: ["n"] } as never,
    metadata: server,
    handler: (_args, { log }) => {
      log.addCustomEvent("debug", "talk_ExecuteAsync", "Half way.", [{ key: "N", value: "1" }]);
      log.addCustomEvent("loud" as never, 7 as never, undefined as never, "none" as never);
      log.addCustomEvent("info", "t", "m", [null, 7, { key: 1 }, { key: "a", value: 2 }] as never);
    },
  });
  const { executor, log } = executorOf([talk]);
  await executor.execute(call("talk", { n: 1 }), context);
  await executor.execute(call("talk"), context);

  expect(log.entries.map(({ level, tag, said }) => [level, tag, said])).toEqual([
    ["debug", "talk_ExecuteAsync", "Half way."],
    ["info", "7", "undefined"],
    ["info", "t", "m"],
    ["info", "talk_ExecuteAsync", "The tool was executed."],
    ["error", "talk_ExecuteAsync", "Tool execution failed validation."],
  ]);
  for (const { data } of log.entries) expect(data.slice(0, 2)).toEqual(ids);
  expect(log.entries[0]?.data.slice(2)).toEqual([{ key: "N", value: "1" }]);
  expect(log.entries[2]?.data.slice(2)).toEqual([{ key: "a", value: "2" }]);
});

test("a name that a model has made up can't break a tag", async () => {
  const { executor, log } = executorOf([]);
  await executor.execute(call("]\n[x_ExecuteAsync__Exception] \ud800"), context);
  expect(log.entries[0]?.tag).toMatch(/^[\w-]+_ExecuteAsync$/);
});

test("agentLog writes an entry as a line of JSON, without secrets, its ids always there", async () => {
  const { log, lines, all } = logged();
  const { executor } = executorOf(
    [
      {
        name: "a",
        metadata: server,
        handler: () => {
          throw new RangeError("key sk-abcdefghijklmnop");
        },
      },
    ],
    { log },
  );
  await executor.execute(call("a"), context);
  log.addCustomEvent("info", "by hand", 'with {"password": "hunter2"}', [
    { key: "SessionId", value: "s1" },
    { key: "ApiKey", value: "4711" },
    { key: "Note", value: "Bearer abcdefghijkl" },
  ]);
  const [first, second] = await all();
  expect(first).toEqual({
    event: "agent_exception",
    level: "error",
    tag: "[a_ExecuteAsync__Exception]",
    message: "key [redacted]",
    name: "RangeError",
    data: [
      ...ids,
      { key: "ToolName", value: "a" },
      { key: "ToolCallId", value: "call-1" },
      { key: "Category", value: "execution" },
      { key: "Message", value: "key [redacted]" },
      { key: "FailureId", value: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ],
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(second).toMatchObject({
    event: "agent_event",
    level: "info",
    tag: "by hand",
    message: 'with {"password": "[redacted]"}',
    data: [
      { key: "ConversationId", value: "" },
      { key: "SessionId", value: "s1" },
      { key: "ApiKey", value: "[redacted]" },
      { key: "Note", value: "Bearer [redacted]" },
    ],
  });
  expect(lines.some((line) => line.includes("\n"))).toBe(false);
});

test("what a page has thrown or written is bounded and harmless", async () => {
  const { log, all } = logged({ redact: { keys: ["iban"] } });
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  for (const thrown of [
    undefined,
    null,
    7n,
    revoked.proxy,
    "x".repeat(1_000_000),
    new Error("\ud800"),
  ]) {
    log.addException("t".repeat(1000), thrown, revoked.proxy as never);
  }
  log.addCustomEvent(
    "info",
    "t",
    "m",
    Array.from({ length: 500 }, () => ({ key: "IBAN", value: "DE1" })),
  );
  const entries = await all();
  expect(entries).toHaveLength(7);
  for (const entry of entries) expect(JSON.stringify(entry).length).toBeLessThan(20_000);
  expect(JSON.stringify(entries)).not.toContain("DE1");
});

test("a sink that fails loses entries, which are counted and said; the console hears of it once", async () => {
  const said = mock.method(console, "error", () => {});
  const lines: string[] = [];
  const lost: number[] = [];
  const log = agentLog({
    sink: (line) => {
      if (line.includes("bad")) throw new Error("no disk");
      lines.push(line);
    },
    onLost: (count) => lost.push(count),
  });
  for (const message of ["bad", "bad", "good"]) log.addCustomEvent("info", "t", message, []);
  await log.flush();
  expect(log.lost).toBe(2);
  expect(lost).toEqual([1, 2]);
  expect(lines.map((line) => JSON.parse(line).event)).toContain("log_records_lost");
  expect(said.mock.callCount()).toBe(1);
});

test("consoleSink shows exceptions and losses as warnings", async () => {
  const warned = mock.method(console, "warn", () => {});
  const shown = mock.method(console, "log", () => {});
  const log = agentLog({ sink: consoleSink() });
  log.addException("t", new Error("x"));
  log.addCustomEvent("error", "t", "m", []);
  await log.flush();
  expect([warned.mock.callCount(), shown.mock.callCount()]).toEqual([1, 1]);
});

test("logFor writes the ids of a conversation for whoever logs by hand; without a log it does nothing", () => {
  const log = new KeptLog();
  logFor(log, context).addException("tag", "thrown");
  expect(log.entries).toEqual([{ level: "exception", tag: "tag", said: "thrown", data: ids }]);
  logFor(undefined, context).addCustomEvent("info", "t", "m", []);
});

test("options that are not as they must be are refused", () => {
  const make = (options: object) => () => agentLog(options as AgentLogOptions);
  expect(make({})).toThrow(/sink.*needed/);
  expect(make({ sink: "file" })).toThrow(/sink/);
  expect(make({ sink: () => {}, levels: [] })).toThrow(/no option "levels"/);
  expect(make({ sink: () => {}, redact: { key: [] } })).toThrow(/no option "key"/);
});
