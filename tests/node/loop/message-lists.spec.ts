import type { Message } from "@ag-ui/core";
import type { UncheckedCallEvent } from "../../../pkg/dist/element/identity/call-events.js";
import { inOrderOf } from "../../../pkg/dist/element/identity/list-order.js";
import { adopt, recognise } from "../../../pkg/dist/element/identity/message-lists.js";
import { RunCalls } from "../../../pkg/dist/element/identity/run-calls.js";
import { ThreadCalls } from "../../../pkg/dist/element/identity/thread-calls.js";
import { expect, test } from "../test.js";

const say = (id: string, role = "user"): Message => ({ id, role, content: id }) as Message;
const ask = (id: string, ...calls: [id: string, args: string][]): Message => ({
  id,
  role: "assistant",
  toolCalls: calls.map(([call, args]) => ({
    id: call,
    type: "function",
    function: { name: "echo", arguments: args },
  })),
});
const tell = (toolCallId: string, content: string): Message => ({
  id: `${toolCallId} ${content}`,
  role: "tool",
  toolCallId,
  content,
});

const nothing = (): [] => [];

/** Messages in short: `m1(c1 c2)` for an assistant message with calls, `c1=text` for an answer, else the id. */
const brief = (messages: readonly Message[]): string[] =>
  messages.map((message) => {
    if (message.role === "tool") return `${message.toolCallId}=${message.content}`;
    const calls = message.role === "assistant" ? message.toolCalls : undefined;
    return calls ? `${message.id}(${calls.map(({ id }) => id).join(" ")})` : message.id;
  });

/** What the thread has, what the backend lists, and the order that is told the client; none when it is right. */
const orders: [string, string, string | undefined][] = [
  ["a b", "a b", undefined],
  ["a b", "a b c d", undefined],
  ["a b c", "a c", undefined],
  ["a b", "c d", undefined],
  ["", "a b", undefined],
  ["a b", "s a b", "s a b"],
  ["a b", "a s b", "a s b"],
  ["a b", "b a", "b a"],
  ["a x b y", "s a b", "s a x b y"],
  ["x a b", "b a s", "x b a s"],
];

for (const [have, list, expected] of orders) {
  test(`the thread "${have}" with the list "${list}" is put in the list's order`, () => {
    const messages = (ids: string) =>
      ids
        .split(" ")
        .filter(Boolean)
        .map((id) => say(id));
    const ordered = inOrderOf(messages(list), messages(have));
    expect(ordered?.map(({ id }) => id).join(" ")).toBe(expected);
  });
}

test("rule 3: the second call of an id gets a name of its own, and its answer with it", () => {
  const book = new ThreadCalls();
  const messages = [
    ask("m1", ["c1", "{}"]),
    tell("c1", "one"),
    ask("m2", ["c1", "{}"]),
    tell("c1", "two"),
  ];
  const adopted = adopt(book, messages);
  expect(brief(adopted)).toEqual(["m1(c1)", "c1=one", "m2(c1#2)", "c1#2=two"]);
  // A second look changes nothing.
  expect(brief(adopt(book, adopted))).toEqual(brief(adopted));
  expect(book.named("c1")?.calls).toHaveLength(2);
});

test("rule 3: a call that a snapshot moved to another message is found by its name and arguments", () => {
  const book = new ThreadCalls();
  adopt(book, [ask("m1", ["c1", '{"a":1}']), ask("m2", ["c1", '{"a":2}'])]);
  const list = [ask("x2", ["c1", '{ "a": 2 }'])];
  expect(brief(recognise(book, list, nothing).messages)).toEqual(["x2(c1#2)"]);
  expect(book.named("c1")?.calls).toHaveLength(2);
});

test("rule 3: an unknown call of a snapshot is entered", () => {
  const book = new ThreadCalls();
  adopt(book, [ask("m1", ["c1", '{"a":1}'])]);
  const list = [ask("m1", ["c1", '{"a":1}']), ask("m2", ["c1", '{"a":3}'])];
  expect(brief(recognise(book, list, nothing).messages)).toEqual(["m1(c1)", "m2(c1#2)"]);
});

test("rule 3: a call that stands twice in a message of a snapshot is one call", () => {
  const book = new ThreadCalls();
  const list = [ask("m1", ["c1", '{"a":1}'], ["c1", '{"a": 1}'], ["c1", '{"a":2}'])];
  expect(brief(recognise(book, list, nothing).messages)).toEqual(["m1(c1 c1#2)"]);
});

test("a snapshot that can't be read is left to the client, which refuses it", () => {
  const book = new ThreadCalls();
  for (const rubbish of [
    null,
    { role: "assistant", toolCalls: [null] },
    { role: "assistant", toolCalls: 1 },
  ]) {
    const list = [rubbish] as unknown as Message[];
    const event = { type: "MESSAGES_SNAPSHOT", messages: list } as unknown as UncheckedCallEvent;
    expect(new RunCalls(book).incoming(event)).toMatchObject([{ messages: list }]);
  }
  expect(book.named("c1")).toBeUndefined();
});

test("the first answer of a call stands, and goes with the call when the page takes it away", () => {
  const book = new ThreadCalls();
  const messages = adopt(book, [ask("m1", ["c1", "{}"]), tell("c1", "one"), tell("c1", "two")]);
  book.answerFrom(messages);
  book.see(messages);
  expect(book.answers.get("c1")).toMatchObject({ content: "one" });
  book.forgetRemoved([say("u1")]);
  expect(book.answers.size).toBe(0);
  expect(book.get("c1")).toBeUndefined();
});

test("the calls known when a turn begins are of an earlier one", () => {
  const book = new ThreadCalls();
  adopt(book, [ask("m1", ["c1", "{}"])]);
  expect(book.isEarlier("c1")).toBe(false);
  book.beginTurn();
  adopt(book, [ask("m1", ["c1", "{}"]), ask("m2", ["c2", "{}"])]);
  expect(["c1", "c2"].map(book.isEarlier)).toEqual([true, false]);
  book.clear();
  expect(book.isEarlier("c1")).toBe(false);
});
