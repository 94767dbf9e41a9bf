/**
 * A thousand conversations between `<ag-ui-agent>` in Chromium and an `AgentReasoner` in Node, over a network and with a client that
 * can't be relied on: each call is answered once, on both sides, and none runs twice.
 */
import { serveAgent } from "ag-ui-lit/server";
import type { AgentRequest } from "../support/backend.js";
import { randomCases } from "../support/random.js";
import { stormReasoner } from "../support/storm/agent.js";
import { type FaultCounts, faulty } from "../support/storm/faults.js";
import { clientTools } from "../support/storm/plan.js";
import { Seen } from "../support/storm/seen.js";
import { expect, test } from "../support/test.js";

test("1,000 conversations with random faults: every call is answered exactly once on both sides", async ({
  harness,
  backend,
  complaints,
}) => {
  test.setTimeout(900_000);
  const seen = new Seen();
  const handler = serveAgent(stormReasoner(seen));
  const faults: FaultCounts = {};
  const storm = faulty(handler, 14, faults);
  const agent = backend.script((response, request: AgentRequest) => storm(response, request));
  const count = randomCases(1000);
  const told = await harness.evaluate(
    async ({ url, count, names }) => {
      const runs = new Map<string, number>();
      const began = (nonce: string): void => void runs.set(nonce, (runs.get(nonce) ?? 0) + 1);
      // So that calls end in any order; nothing depends on which.
      const pause = (): Promise<void> =>
        new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      const schema = {
        type: "object",
        properties: { nonce: { type: "string" }, total: { type: "number" } },
        required: ["nonce"],
      } as const;
      const registry = new agUi.ToolRegistry();
      for (const name of names) {
        registry.register<{ nonce: string }>({
          name,
          description: `The storm's ${name}.`,
          schema,
          metadata: { retryConfig: { maxAttempts: 1 } },
          handler: async ({ nonce }) => {
            began(nonce);
            if (name !== "page_notes") await pause();
            if (name === "page_fails") throw new Error(`page failed ${nonce}`);
            return `page did ${nonce}`;
          },
        });
      }
      registry.register<{ nonce: string; total?: number }>({
        name: "pay",
        description: "Pays what the server has made of it.",
        schema,
        metadata: { execution: "preflight", retryConfig: { maxAttempts: 1 } },
        handler: ({ nonce, total }, { preflight }) => {
          began(nonce);
          if (total !== 42 || !preflight) throw new Error("not prepared");
          return `page did ${nonce}`;
        },
      });

      /** What is wrong with a conversation that has ended. */
      const faultsOf = (messages: readonly (typeof element.messages)[number][]): string[] => {
        const calls = messages.flatMap((message) =>
          message.role === "assistant" ? (message.toolCalls ?? []) : [],
        );
        return calls.flatMap(({ id, function: { name } }) => {
          const answers = messages.filter(
            (message) => message.role === "tool" && message.toolCallId === id,
          );
          return answers.length === 1 ? [] : [`${name} has ${answers.length} answers`];
        });
      };
      const element = document.createElement("ag-ui-agent");
      const converse = async (seed: number): Promise<{ seed: number; wrong: string[] }> => {
        const element = document.createElement("ag-ui-agent");
        element.registry = registry;
        element.manager = new agUi.ToolExecutionManager();
        element.url = url;
        document.body.append(element);
        let asked = `storm ${seed}`;
        for (let tries = 0; tries < 40; tries += 1) {
          await element.sendMessage(asked);
          const last = element.messages.at(-1);
          if (last?.role === "assistant" && last.content?.endsWith(`done ${seed}`)) break;
          asked = "go on";
          if (tries === 39) return { seed, wrong: ["it never came to its end"] };
        }
        const wrong = faultsOf(element.messages);
        element.remove();
        return { seed, wrong };
      };
      const ends: { seed: number; wrong: string[] }[] = [];
      let next = 0;
      const worker = async (): Promise<void> => {
        while (next < count) ends.push(await converse(next++));
      };
      await Promise.all(Array.from({ length: 12 }, worker));
      return { ends, runs: [...runs] };
    },
    { url: agent.url, count, names: [...clientTools] },
  );
  // What the browser notes of connections that broke.
  const broken = /net::ERR|Failed to load resource/;
  expect(complaints.filter((line) => !broken.test(line))).toEqual([]);
  complaints.length = 0;

  expect(told.ends).toHaveLength(count);
  expect(told.ends.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  expect(
    told.runs.filter(([, runs]) => runs !== 1),
    "run twice in the page",
  ).toEqual([]);
  expect(
    [...seen.runs].filter(([, runs]) => runs !== 1),
    "run twice on the server",
  ).toEqual([]);
  expect(seen.malformed).toEqual([]);
  expect(seen.changed).toEqual([]);
  expect([seen.untrue, seen.lost], "untrue answers, and calls that no model was shown").toEqual([
    [],
    [],
  ]);
  // The storm was one: each fault came up, and each kind of tool ran.
  if (count >= 1000) expect(Object.keys(faults)).toHaveLength(9);
  expect(seen.runs.size).toBeGreaterThan(count / 4);
  expect(told.runs.length).toBeGreaterThan(count / 4);
});
