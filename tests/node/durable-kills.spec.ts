// In a process of its own: it stops the timers of pages that have died.
import type { Message } from "@ag-ui/core";
import { idempotencyKeyOf } from "../../pkg/dist/execution/idempotency-key.js";
import { randomCases } from "../support/random.js";
import { Chance } from "../support/storm/chance.js";
import { type PlannedCall, type SimulatedPage, World } from "./durable/world.js";
import { ownTimers } from "./server/own-timers.js";
import { expect, test } from "./test.js";

/** A few rounds of calls, whose ids are used again. */
function plan(chance: Chance): PlannedCall[][] {
  const tool = (): PlannedCall["tool"] => (chance.below(3) === 0 ? "again" : "once");
  return Array.from({ length: 1 + chance.below(3) }, () =>
    Array.from({ length: 1 + chance.below(3) }, (_, at) => ({ id: `call_${at}`, tool: tool() })),
  );
}

interface Answered {
  readonly key: string;
  readonly tool: string;
  readonly answers: readonly string[];
}

/** The calls of a thread with the answers that stand behind their messages. */
function answeredCalls(messages: readonly Message[]): Answered[] {
  return messages.flatMap((message, at) => {
    if (message.role !== "assistant") return [];
    const next = messages.findIndex((other, index) => index > at && other.role !== "tool");
    const behind = messages.slice(at + 1, next === -1 ? undefined : next);
    return (message.toolCalls ?? []).map(
      ({ id: toolCallId, function: { name, arguments: args } }) => ({
        key: idempotencyKeyOf(
          { threadId: "t", messageId: message.id },
          { toolCallId, toolName: name, argsText: args },
        ),
        tool: name,
        answers: behind.flatMap((other) =>
          other.role === "tool" && other.toolCallId === toolCallId ? [String(other.content)] : [],
        ),
      }),
    );
  });
}

/** The kinds of answers that a model was given, for a test that none of them is missing. */
const told = { result: 0, unknown: 0, cancelled: 0 };

/** Runs of the backend that a later page has taken up. */
let takenUp = 0;

function checkAnswer(text: string, begun: number, ended: number): void {
  if (text.startsWith("ran: ")) {
    told.result += 1;
    expect(ended, text).toBeGreaterThan(0);
  } else if (text.startsWith("It is not known whether the tool ran")) {
    told.unknown += 1;
  } else if (/was not run|taken over/.test(text)) {
    expect(begun, text).toBe(0);
  } else {
    told.cancelled += 1;
    expect(text).toMatch(/cancel|abort/i);
  }
}

/** Sends what a person would, until the conversation has come to its end. */
async function toTheEnd(page: SimulatedPage, isLeft = () => false): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    await page.idle();
    if (page.isDone || isLeft()) return;
    await page.conversation.send("Go on");
  }
}

async function live(seed: number): Promise<void> {
  const chance = new Chance(seed);
  const world = new World(chance, plan(chance));
  for (let lives = chance.below(5); lives > 0; lives -= 1) {
    const page = world.open();
    let isLeft = false;
    const struck = new Promise<void>((resolve) => {
      world.strikeAfter(1 + chance.below(60), () => {
        // A second tab takes over, and the first one goes on as far as it can; or the tab, or the machine, dies.
        const end = chance.below(3);
        isLeft = true;
        if (end > 0) for (const one of world.pages) one.die();
        if (end === 2) world.disk.lose(chance);
        resolve();
      });
    });
    await Promise.race([struck, toTheEnd(page, () => isLeft)]);
  }
  world.strikeAfter(Number.POSITIVE_INFINITY, () => {});
  const last = world.open();
  await toTheEnd(last);
  expect(last.isDone).toBe(true);
  for (const { key, tool, answers } of answeredCalls(last.messages)) {
    const { begun = 0, ended = 0 } = world.happened.get(key) ?? {};
    if (tool === "once") expect(begun, "runs of a call that must not run twice").toBeLessThan(2);
    expect(answers, "answers of a call").toHaveLength(1);
    checkAnswer(answers[0] as string, begun, ended);
  }
  for (const [key, { tool, begun }] of world.happened) {
    if (tool === "once") expect(begun, key).toBe(1);
  }
  for (const page of world.pages) page.die();
  takenUp += world.takenUp;
}

test("whenever pages die, a call begins once, has one answer, and the answer is true", async ({
  mock,
}) => {
  mock.method(console, "warn", () => {});
  const timers = ownTimers();
  try {
    for (let seed = 1; seed <= randomCases(300); seed += 1) {
      await live(seed).catch((thrown: Error) => {
        throw new Error(`Seed ${seed}: ${thrown.message}`, { cause: thrown });
      });
    }
  } finally {
    timers.restore();
  }
  expect(told.result).toBeGreaterThan(0);
  expect(told.unknown).toBeGreaterThan(0);
  expect(takenUp).toBeGreaterThan(0);
});
