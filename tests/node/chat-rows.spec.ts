/** The rows of a chat: what did not change is the same object. */
import type { Message } from "@ag-ui/core";
import { Rows } from "../../pkg/dist/chat/rows.js";
import { cutAt, withText } from "../../pkg/dist/chat/thread-cut.js";
import { expect, test } from "./test.js";

const user = (id: string, content = id): Message => ({ id, role: "user", content });
const agent = (id: string, content = id): Message => ({ id, role: "assistant", content });

test("messages that are not shown make no row: system, tool results, empty ones", () => {
  const rows = new Rows();
  rows.update([
    { id: "s", role: "system", content: "Be kind." },
    user("u"),
    { id: "e", role: "assistant" },
    { id: "t", role: "tool", toolCallId: "c", content: "x" },
    agent("a"),
  ]);
  expect(rows.all.map(({ message }) => message.id)).toEqual(["u", "a"]);
  expect(rows.all.map(({ isAnswer }) => isAnswer)).toEqual([false, true]);
});

test("a piece of the last message leaves all other rows and chunks as they are", () => {
  const rows = new Rows();
  const thread = Array.from({ length: 100 }, (_, at) => agent(`m${at}`));
  rows.update(thread);
  const [before, chunks] = [rows.all, rows.chunks];
  rows.update([...thread.slice(0, -1), agent("m99", "m99 and more")]);
  expect(rows.all.length).toBe(100);
  for (let at = 0; at < 99; at += 1) expect(rows.all[at]).toBe(before[at]);
  expect(rows.all[99]).not.toBe(before[99]);
  expect(rows.all[99]?.memory).toBe(before[99]?.memory);
  for (let at = 0; at < chunks.length - 1; at += 1) expect(rows.chunks[at]).toBe(chunks[at]);
});

test("copies of the same messages are the same rows", () => {
  const rows = new Rows();
  rows.update([user("u"), agent("a")]);
  const before = rows.all;
  expect(rows.update([user("u"), agent("a")])).toBe(false);
  expect(rows.all).toBe(before);
});

test("ids that a backend gives twice have keys of their own", () => {
  const rows = new Rows();
  rows.update([agent("a"), agent("a"), user("a"), agent("__proto__")]);
  expect(new Set(rows.all.map(({ key }) => key)).size).toBe(4);
  rows.update([agent("a"), agent("a", "other")]);
  expect(new Set(rows.all.map(({ key }) => key)).size).toBe(2);
});

test("a thread is cut at the person's message, with the tools that have run behind it", () => {
  const call = {
    id: "c",
    type: "function" as const,
    function: { name: "pay\u202e", arguments: "{}" },
  };
  const thread: Message[] = [
    user("u1"),
    agent("a1"),
    user("u2"),
    { id: "a2", role: "assistant", toolCalls: [call] },
    { id: "t2", role: "tool", toolCallId: "c", content: "Paid." },
    agent("a3"),
  ];
  const cut = cutAt(thread, thread[5] as Message);
  expect(cut?.before).toEqual(thread.slice(0, 2));
  expect(cut?.asked.id).toBe("u2");
  expect(cut?.lost).toBe(2);
  expect(cut?.tools).toEqual(["pay⟨U+202E⟩"]);
  expect(cutAt([agent("a")], agent("a"))).toBe(undefined);
});

test("an edited message keeps its attachments", () => {
  const image = {
    type: "image" as const,
    source: { type: "url" as const, value: "https://a.test/a.png" },
  };
  expect(withText([{ type: "text", text: "old" }, image], "new")).toEqual([
    { type: "text", text: "new" },
    image,
  ]);
  expect(withText("old", "new")).toBe("new");
});
