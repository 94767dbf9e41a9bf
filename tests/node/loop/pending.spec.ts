import type { Message } from "@ag-ui/core";
import { sameArguments } from "../../../pkg/dist/element/identity/same-arguments.js";
import {
  arranged,
  type KnownAnswers,
  pendingCalls,
  unansweredCalls,
} from "../../../pkg/dist/element/thread/pending-calls.js";
import { expect, test } from "../test.js";

const call = (id: string, name = "echo", args = "{}") => ({
  id,
  type: "function" as const,
  function: { name, arguments: args },
});
const asks = (id: string, ...calls: ReturnType<typeof call>[]): Message => ({
  id,
  role: "assistant",
  toolCalls: calls,
});
const answers = (toolCallId: string, content = "an answer"): Message & { role: "tool" } => ({
  id: `${toolCallId} ${content}`,
  role: "tool",
  toolCallId,
  content,
});
/** The backend's answers, but for those that are the page's. */
const known = (list: ReturnType<typeof answers>[], settled: string[] = []): KnownAnswers => ({
  get: (id) => list.find(({ toolCallId }) => toolCallId === id),
  isSettled: (id) => settled.includes(id),
  isTooLong: () => false,
});
const says = (id: string): Message => ({ id, role: "assistant", content: "…" });

test("rule 3: an answer counts wherever it stands", () => {
  const messages = [asks("m1", call("c1")), asks("m2", call("c2")), says("m3"), answers("c1")];
  expect(unansweredCalls(messages).map(({ id }) => id)).toEqual(["c2"]);
});

const table: [
  string,
  Partial<Parameters<typeof pendingCalls>[1]>,
  "ours" | "foreign" | "declined" | "none",
][] = [
  ["listed, offered", { listed: new Set(["c1"]), offered: new Set(["echo"]) }, "ours"],
  ["listed, not offered", { listed: new Set(["c1"]) }, "ours"],
  ["listed, of an earlier turn", { listed: new Set(["c1"]), isEarlier: () => true }, "ours"],
  ["nothing listed, offered", { offered: new Set(["echo"]) }, "ours"],
  ["nothing listed, not offered", {}, "ours"],
  ["others listed, offered", { listed: new Set(["c9"]), offered: new Set(["echo"]) }, "ours"],
  ["others listed, not offered", { listed: new Set(["c9"]) }, "foreign"],
  ["was held back, offered", { gated: new Set(["c1"]), offered: new Set(["echo"]) }, "ours"],
  ["was held back, not offered", { gated: new Set(["c1"]) }, "foreign"],
  [
    "declined, offered",
    {
      gated: new Set(["c1"]),
      declined: new Set(["c1"]),
      isEarlier: () => true,
      offered: new Set(["echo"]),
    },
    "declined",
  ],
  ["declined, and yet listed", { declined: new Set(["c1"]), listed: new Set(["c1"]) }, "ours"],
  ["of an earlier turn", { isEarlier: () => true, offered: new Set(["echo"]) }, "none"],
];

for (const [what, facts, expected] of table) {
  test(`rule 4: an unanswered call that is ${what}: ${expected}`, () => {
    const none = new Set<string>();
    const sorted = pendingCalls([asks("m1", call("c1"))], {
      isEarlier: () => false,
      gated: none,
      declined: none,
      listed: none,
      offered: none,
      ...facts,
    });
    const where = Object.entries(sorted).filter(([, calls]) => calls.length > 0);
    expect(where.map(([name]) => name)).toEqual(expected === "none" ? [] : [expected]);
  });
}

test("rule 4: answers stand right behind their message, in call order, each once", () => {
  const messages = [
    asks("m1", call("c1"), call("c2")),
    says("m2"),
    answers("c2"),
    answers("c1", "first"),
    answers("c1", "second"),
    answers("gone"),
  ];
  const own = known([answers("c1", "kept")]);
  expect(arranged(messages, own)).toEqual([
    messages[0],
    answers("c1", "first"),
    answers("c2"),
    says("m2"),
  ]);
});

test("rule 4: an answer that was left out is put back, one whose call is gone is not", () => {
  const own = known([answers("c1"), answers("c2")]);
  expect(arranged([asks("m1", call("c1"))], own)).toEqual([asks("m1", call("c1")), answers("c1")]);
});

test("rule 4: an answer that was an error stays one when a backend keeps only its text", () => {
  const messages = [asks("m1", call("c1"), call("c2")), answers("c1", "no"), answers("c2", "yes")];
  const own = known([
    { ...answers("c1", "no"), error: "no" },
    { ...answers("c2", "no"), error: "no" },
  ]);
  const [, one, two] = arranged(messages, own);
  expect(one).toEqual({ ...answers("c1", "no"), error: "no" });
  expect(two).toBe(messages[2]);
});

test("rule 4: broken arguments stand as {} once they are answered", () => {
  const broken = [asks("m1", call("c1", "echo", '{"a'), call("c2", "echo", '{"b'))];
  expect(arranged(broken, known([answers("c1")]))[0]).toEqual(
    asks("m1", call("c1"), call("c2", "echo", '{"b')),
  );
});

test("messages in order are left as they are", () => {
  const messages = [asks("m1", call("c1")), answers("c1"), says("m2")];
  arranged(messages, known([])).forEach((message, at) => {
    expect(message).toBe(messages[at]);
  });
});

test("arguments are the same whatever their spacing and order", () => {
  expect(sameArguments('{"a":1,"b":{"c":2,"d":[3]}}', '{ "b": {"d":[3], "c":2}, "a": 1 }')).toBe(
    true,
  );
  expect(sameArguments('{"a":1}', '{"a":2}')).toBe(false);
  expect(sameArguments("", "{}")).toBe(true);
  expect(sameArguments('{"a', "{}")).toBe(true);
  expect(sameArguments('{"a', '{"b')).toBe(false);
});
