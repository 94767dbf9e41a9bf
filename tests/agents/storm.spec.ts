/**
 * A thousand conversations between `<ag-ui-agent>` in Chromium and an `AgentReasoner` in Node, over a network and with
 * a client that can't be relied on: each call is answered once, on both sides, and none runs twice.
 */
import { serveAgent } from "ag-ui-lit/server";
import type { AgentRequest } from "../support/backend.js";
import { randomCases } from "../support/random.js";
import { stormReasoner } from "../support/storm/agent.js";
import { type FaultCounts, faulty } from "../support/storm/faults.js";
import { clientFaults, conversationsInPage } from "../support/storm/page.js";
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
  const told = await harness.evaluate(conversationsInPage, {
    url: agent.url,
    count,
    names: [...clientTools],
    tries: 40,
  });
  // What the browser notes of connections that broke.
  const broken = /net::ERR|Failed to load resource/;
  expect(complaints.filter((line) => !broken.test(line))).toEqual([]);
  complaints.length = 0;

  expect(told.conversations).toHaveLength(count);
  expect(told.conversations.flatMap(clientFaults)).toEqual([]);
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
  expect(seen.untrue, "answers that are not so").toEqual([]);
  // The storm was one: each fault came up, and each kind of tool ran.
  if (count >= 1000) expect(Object.keys(faults)).toHaveLength(9);
  expect(seen.runs.size).toBeGreaterThan(count / 4);
  expect(told.runs.length).toBeGreaterThan(count / 4);
});
