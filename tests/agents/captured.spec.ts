import { readFileSync, writeFileSync } from "node:fs";
import { capturedFile } from "../support/captured.js";
import { expect, test } from "./test.js";

/**
 * The other suites replay what this server once wrote. Here the real one is asked the same again: should it answer in
 * another way, `UPDATE_CAPTURED=1 npm test -- agents` writes the streams anew.
 */

const tools = [
  {
    name: "say_hello",
    description: "Says hello in the page.",
    parameters: {
      type: "object",
      properties: { greeting: { type: "string" } },
      required: ["greeting"],
    },
  },
  {
    name: "set_color",
    description: "Sets the colour.",
    parameters: { type: "object", properties: { c: { type: "string" } } },
  },
];

const user = (content: string) => ({ id: "u1", role: "user", content });
const call = (name: string, args: string) => ({
  id: "a1",
  role: "assistant",
  toolCalls: [{ id: `call_0_${name}`, type: "function", function: { name, arguments: args } }],
});
const answer = (name: string, rest: object) => ({
  id: "t1",
  role: "tool",
  toolCallId: `call_0_${name}`,
  ...rest,
});

const hello = '{"greeting":"Hi there"}';
const asked = [user(`call say_hello ${hello}`), call("say_hello", hello)];
const short = '{"greeting":"Hi"}';
const path = '{"path":"/x"}';
const approved = {
  interruptId: "int-call_0_delete_file",
  status: "resolved",
  payload: { approved: true },
};

/** What is posted for each stream. */
const requests: Record<
  string,
  { messages: object[]; protocolVersion?: string; resume?: object[] }
> = {
  "frontend-call": { messages: [user(`call say_hello ${hello}`)], protocolVersion: "1.0" },
  "after-tool-message": {
    messages: [...asked, answer("say_hello", { content: "greeted: Hi there" })],
    protocolVersion: "1.0",
  },
  "after-tool-error": {
    messages: [...asked, answer("say_hello", { content: "", error: "boom" })],
    protocolVersion: "1.0",
  },
  "parallel-frontend-and-server-calls": {
    messages: [
      user(
        'call say_hello {"greeting":"A"} && call set_color {"c":"red"} && call server_add {"a":1,"b":2}',
      ),
    ],
    protocolVersion: "1.0",
  },
  interrupt: { messages: [user(`call delete_file ${path}`)], protocolVersion: "1.0" },
  "after-resume": {
    messages: [user(`call delete_file ${path}`), call("delete_file", path)],
    protocolVersion: "1.0",
    resume: [approved],
  },
  "malformed-arguments": {
    messages: [user('call say_hello {"greeting":')],
    protocolVersion: "1.0",
  },
  // A client that names no version is told of no pending calls.
  "unanswered-call": {
    messages: [user(`call say_hello ${short}`), call("say_hello", short)],
  },
};

for (const [name, request] of Object.entries(requests)) {
  test(`${name}: the server writes what was captured`, async ({ server }) => {
    const input = {
      threadId: "t1",
      runId: "r1",
      state: {},
      context: [],
      forwardedProps: {},
      tools,
    };
    const response = await fetch(server.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ ...input, ...request }),
    });
    const stream = await response.text();
    expect(response.status, stream).toBe(200);
    if (process.env.UPDATE_CAPTURED) writeFileSync(capturedFile(name), stream);
    expect(withoutChance(stream)).toEqual(withoutChance(readFileSync(capturedFile(name), "utf8")));
  });
}

/** A stream without what differs each time: the time, and the ids the server draws. */
function withoutChance(stream: string): string[] {
  const drawn = new Map<string, string>();
  const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  const named = (id: string): string => {
    if (!drawn.has(id)) drawn.set(id, `id ${drawn.size + 1}`);
    return drawn.get(id) as string;
  };
  return stream
    .replace(/"timestamp":\d+/g, '"timestamp":0')
    .replace(uuid, named)
    .split("\n\n");
}
