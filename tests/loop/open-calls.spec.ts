import { expect, test } from "@playwright/test";
import {
  checkDecisions,
  type OpenCallDecision,
  openCall,
  policyOf,
  settlement,
} from "../../pkg/dist/element/open-calls.js";

const call = (id: string, args = "{}") => ({
  id,
  type: "function" as const,
  function: { name: "echo", arguments: args },
});

test("a policy is one of three; nothing means answer, and anything else is warned of", () => {
  const { warn } = console;
  const warned: unknown[][] = [];
  console.warn = (...words: unknown[]) => void warned.push(words);
  try {
    expect(["answer", "run", "offer"].map(policyOf)).toEqual(["answer", "run", "offer"]);
    expect([null, undefined, ""].map(policyOf)).toEqual(["answer", "answer", "answer"]);
    expect(warned).toEqual([]);
    expect(["RUN", 1, {}].map(policyOf)).toEqual(["answer", "answer", "answer"]);
    expect(warned).toHaveLength(3);
    expect(warned[0]).toEqual([
      expect.stringContaining('one of "answer", "run", "offer"; "answer" is used'),
      "RUN",
    ]);
  } finally {
    console.warn = warn;
  }
});

test("an open call is told with its arguments, and {} where they are no object", () => {
  const args = ['{"a":1}', "", "[1]", '{"a'].map((text) => openCall(call("c1", text)));
  expect(args.map(({ toolCallArgs }) => toolCallArgs)).toEqual([{ a: 1 }, {}, {}, {}]);
  expect(args.map(({ argsText }) => argsText)).toEqual(['{"a":1}', "", "[1]", '{"a']);
});

const run: OpenCallDecision = { decision: "run" };

/** What is open, what is decided, and the words of the refusal. */
const refused: [string[], unknown, RegExp][] = [
  [[], {}, /no call is open/],
  [[], { c1: run }, /no call is open/],
  [["c1"], {}, /missing: "c1"/],
  [["c1", "c2"], { c1: run }, /missing: "c2"/],
  [["c1"], { c1: run, other: run }, /no such open call: "other"/],
  [["toString"], {}, /missing: "toString"/],
  [["c1"], { c1: null }, /"c1" is none/],
  [["c1"], { c1: "run" }, /"c1" is none/],
  [["c1"], { c1: { decision: "approve" } }, /"c1" is none/],
  [["c1"], { c1: { decision: "answer" } }, /needs a result that is a text/],
  [["c1"], { c1: { decision: "answer", result: 1 } }, /needs a result that is a text/],
  [["c1"], { c1: { decision: "decline", reason: 1 } }, /a reason that is no text/],
];

for (const [open, decisions, words] of refused) {
  test(`deciding ${JSON.stringify(decisions)} on ${JSON.stringify(open)} is refused`, () => {
    const calls = open.map((id) => openCall(call(id)));
    expect(() => checkDecisions(calls, decisions as Record<string, OpenCallDecision>)).toThrow(
      words,
    );
  });
}

test("calls are sorted by what was decided; one that nobody decided on is declined", () => {
  const calls = ["c1", "c2", "c3", "c4", "toString"].map((id) => call(id));
  const decisions: Record<string, OpenCallDecision> = {
    c1: run,
    c2: { decision: "answer", result: "known" },
    c3: { decision: "decline", reason: "too late" },
  };
  checkDecisions(
    calls.slice(0, 3).map((one) => openCall(one)),
    decisions,
  );
  const sorted = settlement(calls, decisions, ({ id }) => id);
  expect(sorted.run.map(({ id }) => id)).toEqual(["c1"]);
  expect(sorted.answer.map(({ call: { id }, result }) => [id, result])).toEqual([["c2", "known"]]);
  expect(sorted.decline.map(({ call: { id }, why }) => [id, why])).toEqual([
    ["c3", "too late"],
    ["c4", "the user declined it."],
    ["toString", "the user declined it."],
  ]);
});
