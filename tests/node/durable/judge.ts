import { answeredCalls } from "./answered-calls.js";
import type { SimulatedPage } from "./simulated-page.js";
import type { Tally } from "./tally.js";
import type { Happened, World } from "./world.js";

/** @throws {Error} for what must not be. */
function must(condition: boolean, text: string): void {
  if (!condition) throw new Error(text);
}

const nothing: Happened = { tool: "", begun: 0, ended: 0, isRefused: false };

/**
 * The laws: a call that must not run twice begins at most once, each call of the thread has one answer, and everything
 * that the model was told is true.
 */
export function judge(world: World, last: SimulatedPage, tally: Tally): void {
  must(last.isDone, "The conversation has not come to its end.");
  world.told(last.threadId, last.messages);
  for (const { key, tool, answers } of answeredCalls(last.threadId, last.messages)) {
    must(answers.length === 1, `The call ${key} of ${tool} has ${answers.length} answers.`);
  }
  const happened = byCall(world);
  for (const [key, answers] of world.answers) {
    const { tool, ended } = happened.get(key) ?? nothing;
    for (const [text, begun] of answers) {
      const kind = kindOf(text);
      tally.add(`told: ${kind}`);
      const facts = `${tool} ${key}, begun ${begun} times by then, ended ${ended}, was told: ${text}`;
      must(kind !== "something else", facts);
      if (kind === "a result") must(ended > 0, facts);
      if (kind === "that it did not run") must(begun === 0, facts);
    }
  }
  for (const [key, { tool, begun }] of happened) {
    // A person who decides may let it run again.
    if (tool === "again" || tool === "decides") continue;
    must(begun <= 1, `The call ${key} of ${tool} has begun ${begun} times.`);
  }
}

/** The counts of each call, whatever arguments it ran with. */
function byCall({ happened, originals }: World): ReadonlyMap<string, Happened> {
  const calls = new Map<string, Happened>();
  for (const [given, entry] of happened) {
    const key = originals.get(given) ?? given;
    const { tool, begun, ended, isRefused } = calls.get(key) ?? nothing;
    calls.set(key, {
      tool: entry.tool || tool,
      begun: begun + entry.begun,
      ended: ended + entry.ended,
      isRefused: isRefused || entry.isRefused,
    });
  }
  return calls;
}

/** The meaning of an answer. */
function kindOf(text: string): string {
  if (/^(The user changed .*\n)?(ran|found): /.test(text)) return "a result";
  if (text.startsWith("The page was left during the call")) return "that it was left";
  if (text.startsWith("It is not known whether the tool ran")) return "that it is not known";
  if (/was not run|taken over|took no effect/.test(text)) return "that it did not run";
  if (/has cancelled this call/.test(text)) return "that the service refused it";
  if (/cancel|abort/i.test(text)) return "that it was cancelled";
  return "something else";
}
