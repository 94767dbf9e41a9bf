/** `ag-ui-lit/log`: sinks that get in the way. */
import type { ToolExecutionManager } from "ag-ui-lit";
import { logged, toolOf } from "../support/log.js";
import { deferred } from "./deferred.js";
import { collectReports } from "./reports.js";
import { expect, test } from "./test.js";

const tool = toolOf(() => "ok");

async function calls(manager: ToolExecutionManager, count: number): Promise<void> {
  for (let call = 0; call < count; call += 1) {
    expect(await manager.execute(tool, String(call), {})).toMatchObject({ success: true });
  }
}

const events = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).event);
const [started, success] = ["tool_invocation_started", "tool_invocation_success"];

test("a sink that throws or rejects disturbs nothing, is reported once, and what it did not take is said", async () => {
  for (const fail of [
    () => {
      throw new Error("full");
    },
    () => Promise.reject(new Error("full")),
  ]) {
    const reported = collectReports();
    const lines: string[] = [];
    const lost: number[] = [];
    let isBroken = true;
    const { manager, log } = logged({
      sink: (line) => (isBroken ? fail() : lines.push(line)),
      onLost: (count) => void lost.push(count),
    });
    await calls(manager, 2);
    await log.flush();
    expect(log.lost).toBe(4);
    expect(lost).toEqual([1, 2, 3, 4]);
    expect(reported.map(String)).toEqual([
      expect.stringContaining("ag-ui-lit/log: the sink failed"),
    ]);
    isBroken = false;
    await calls(manager, 1);
    await log.flush();
    expect(events(lines)).toEqual(["log_records_lost", started, success]);
    const { count, timestamp } = JSON.parse(lines[0] ?? "");
    expect(count).toBe(4);
    expect(new Date(timestamp).toISOString()).toBe(timestamp);
    expect(log.lost).toBe(4);
  }
});

test("a slow sink gets one line after the other, in order", async () => {
  const lines: string[] = [];
  let gate = deferred<void>();
  let open = 0;
  let most = 0;
  const { manager, log } = logged({
    sink: async (line) => {
      open += 1;
      most = Math.max(most, open);
      await gate.promise;
      open -= 1;
      lines.push(line);
    },
  });
  await calls(manager, 3);
  expect(lines).toEqual([]);
  gate.resolve();
  gate = deferred();
  gate.resolve();
  await log.flush();
  expect(events(lines)).toEqual([started, success, started, success, started, success]);
  expect(most).toBe(1);
  expect(log.lost).toBe(0);
});

test("a sink that never answers holds nothing up; what has no room is lost, counted, and said when it answers", async () => {
  const gate = deferred<void>();
  const lines: string[] = [];
  const lost: number[] = [];
  const { manager, log } = logged({
    sink: async (line) => {
      await gate.promise;
      lines.push(line);
    },
    onLost: (count) => {
      lost.push(count);
      throw new Error("onLost must not matter");
    },
  });
  const reported = collectReports();
  await calls(manager, 510);
  // One is in the sink's hands, and a thousand wait.
  expect(log.lost).toBe(1020 - 1001);
  expect(lost.at(-1)).toBe(19);
  gate.resolve();
  await log.flush();
  const said = events(lines);
  expect(said.filter((event) => event !== "log_records_lost")).toHaveLength(1001);
  const losses = lines.map((line) => JSON.parse(line)).filter(({ count }) => count !== undefined);
  expect(losses.reduce((sum, { count }) => sum + count, 0)).toBe(19);
  expect(reported).toHaveLength(1);
});

test("a sink that executes tools itself gets their lines later, not inside of itself", async () => {
  const lines: string[] = [];
  let isInside = false;
  let more = 2;
  const { manager, log } = logged({
    sink: (line) => {
      expect(isInside).toBe(false);
      isInside = true;
      lines.push(line);
      if (more-- > 0) void manager.execute(tool, "again", {});
      isInside = false;
    },
  });
  await calls(manager, 1);
  await log.flush();
  await expect.poll(() => lines.length).toBe(6);
});

test("what a sink throws away cannot reach what it is given next", async () => {
  const seen: unknown[] = [];
  const { manager, log } = logged({
    sink: (_line, record) => {
      seen.push({ ...record });
      expect(Object.isFrozen(record)).toBe(true);
      expect(() => Object.assign((record as { args: object }).args, { evil: true })).toThrow();
    },
  });
  await manager.execute(tool, "1", { a: { b: 1 } });
  await log.flush();
  expect(seen).toHaveLength(2);
  expect(seen[1]).toMatchObject({ args: { a: { b: 1 } } });
  expect(log.lost).toBe(0);
});

test("a stream gets a line each, may hold them back, and is the page's between them", async () => {
  const chunks: string[] = [];
  const gate = deferred<void>();
  const stream = new WritableStream<string>({
    async write(chunk) {
      await gate.promise;
      chunks.push(chunk);
    },
  });
  const { manager, log } = logged({ sink: stream });
  await calls(manager, 2);
  gate.resolve();
  await log.flush();
  expect(chunks.every((chunk) => chunk.endsWith("\n"))).toBe(true);
  expect(events(chunks.join("").trim().split("\n"))).toEqual([started, success, started, success]);
  expect(stream.locked).toBe(false);
});

test("a stream that is locked or broken loses what it does not take, and says nothing else", async () => {
  const reported = collectReports();
  const chunks: string[] = [];
  const stream = new WritableStream<string>({ write: (chunk) => void chunks.push(chunk) });
  const { manager, log } = logged({ sink: stream });
  const writer = stream.getWriter();
  await calls(manager, 1);
  await log.flush();
  expect(log.lost).toBe(2);
  writer.releaseLock();
  await calls(manager, 1);
  await log.flush();
  expect(events(chunks)).toEqual(["log_records_lost", started, success]);
  await stream.abort(new Error("gone"));
  await calls(manager, 1);
  await log.flush();
  expect(log.lost).toBe(4);
  expect(reported).toHaveLength(1);
});
