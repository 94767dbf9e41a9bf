import {
  type OpenCallDecision,
  OpenCallIds,
  openCall,
  policyOf,
  readDecisions,
  settlement,
} from "../../../pkg/dist/element/answers/open-calls.js";
import { expect, test } from "../test.js";

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
  const args = ['{"a":1}', "", "[1]", '{"a'].map((text) => openCall(call("c1", text), "o1"));
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
  [["c1", "c1"], { c1: run }, /several open calls have the id "c1".*"o1", "o2"/],
  [["c1", "c1"], { o1: run }, /missing: "o2"/],
  [["c1", "c1", "c2"], { o1: run, o2: run }, /missing: "c2"/],
  [["c1"], { c1: run, o1: run }, /decided on twice: "c1", "o1"/],
  [["constructor"], {}, /missing: "constructor"/],
];

for (const [open, decisions, words] of refused) {
  test(`deciding ${JSON.stringify(decisions)} on ${JSON.stringify(open)} is refused`, () => {
    const calls = open.map((id, index) => openCall(call(id), `o${index + 1}`));
    expect(() => readDecisions(calls, decisions as Record<string, OpenCallDecision>)).toThrow(
      words,
    );
  });
}

test("calls are sorted by what was decided; one that nobody decided on is declined", () => {
  const calls = ["c1", "c2", "c3", "c4", "toString"].map((id) => call(id));
  const decisions: Record<string, OpenCallDecision> = {
    c1: run,
    c2: { decision: "answer", result: "known" },
    o3: { decision: "decline", reason: "too late" },
  };
  const open = calls.slice(0, 3).map((one, index) => openCall(one, `o${index + 1}`));
  const decided = readDecisions(open, decisions);
  const sorted = settlement(calls, decided, ({ id }) => id.replace("c", "o"));
  expect(sorted.run.map(({ id }) => id)).toEqual(["c1"]);
  expect(sorted.answer.map(({ call: { id }, result }) => [id, result])).toEqual([["c2", "known"]]);
  expect(sorted.decline.map(({ call: { id }, why }) => [id, why])).toEqual([
    ["c3", "too late"],
    ["c4", "the user declined it."],
    ["toString", "the user declined it."],
  ]);
});

test("calls that have one id are settled each by its own, and a call may be named __proto__", () => {
  const calls = [call("c1"), { ...call("c1"), function: { name: "pay", arguments: "{}" } }];
  const open = calls.map((one, index) => openCall(one, `o${index + 1}`));
  const decline = { decision: "decline", reason: "no" } as const;
  expect([...readDecisions(open, { o2: run, o1: decline })]).toEqual([
    ["o2", run],
    ["o1", decline],
  ]);
  const odd = [openCall(call("__proto__"), "o1"), openCall(call("constructor"), "o2")];
  const decisions = Object.fromEntries([
    ["__proto__", run],
    ["constructor", decline],
  ]);
  expect([...readDecisions(odd, decisions).values()]).toEqual([run, decline]);
});

test("a decision that throws when it is read is named, with what it threw", () => {
  const decisions = {
    get c1(): OpenCallDecision {
      throw new Error("no");
    },
  };
  expect(() => readDecisions([openCall(call("c1"), "o1")], decisions)).toThrow(
    /decision on "c1" can't be read: no/,
  );
});

test("what the page does to a decision later changes nothing of it", () => {
  const given = { c1: { decision: "answer", result: "mine" } as { result: string } & object };
  const decided = readDecisions([openCall(call("c1"), "o1")], given as never);
  given.c1.result = "another";
  expect(decided.get("o1")).toEqual({ decision: "answer", result: "mine" });
});

test("an open call has one name as long as its thread, which nobody can guess", () => {
  const [ids, others] = [new OpenCallIds(), new OpenCallIds()];
  expect(ids.of("c1")).toBe(ids.of("c1"));
  const names = [ids.of("c1"), ids.of("c1#2"), others.of("c1")];
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^open-call-[\da-f-]{36}$/);
});
