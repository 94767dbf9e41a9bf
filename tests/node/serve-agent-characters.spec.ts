/** Deltas that end between the two halves of a character: what `serveAgent` and `serveA2a` write are whole characters. */
import { AGUI_MEDIA_TYPE } from "@ag-ui/encoder";
import { decode } from "@ag-ui/proto";
import { serveA2a } from "ag-ui-lit/a2a";
import { type ReasonerEvent, serveAgent } from "ag-ui-lit/server";
import { end, eventsOf, input, post, scripted } from "../support/server/endpoint.js";
import { reasonerOf, requestOf, result, ScriptedModel, user } from "../support/server/reasoner.js";
import { expect, test } from "./test.js";

const [high, low] = ["\uD83D", "\uDE00"];
const m = { messageId: "m1" };
const text = (delta: string, messageId = "m1") => ({ type: "text", messageId, delta }) as const;
const thought = (delta: string) => ({ type: "reasoning", ...m, delta }) as const;
const args = (delta: string) => ({ type: "call_args", toolCallId: "c1", delta }) as const;
const start = { type: "call_start", ...m, toolCallId: "c1", toolName: "look" } as const;

const saying = (...events: unknown[]) =>
  scripted(async function* () {
    yield* events as ReasonerEvent[];
  });

/** The deltas of each type of event. */
function deltasOf(events: readonly Record<string, unknown>[]): Record<string, string[]> {
  const deltas: Record<string, string[]> = {};
  for (const { type, delta } of events) {
    const known = deltas[String(type)] ?? [];
    if (typeof delta === "string") deltas[String(type)] = [...known, delta];
  }
  return deltas;
}

async function asText(...events: unknown[]) {
  const response = await serveAgent(saying(...events))(post());
  const body = await response.clone().text();
  // As JSON an escape: Python refuses to read it.
  expect(body).not.toMatch(/\\ud[89a-f]/);
  return deltasOf(await eventsOf(response));
}

async function asProtobuf(...events: unknown[]) {
  const response = await serveAgent(saying(...events))(post(input, { accept: AGUI_MEDIA_TYPE }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const seen: Record<string, unknown>[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = new DataView(bytes.buffer).getUint32(at);
    seen.push({ ...decode(bytes.slice(at + 4, at + 4 + length)) });
    at += 4 + length;
  }
  return deltasOf(seen);
}

for (const [form, ask] of Object.entries({ "server-sent events": asText, protobuf: asProtobuf })) {
  test(`half a character is held back until the other half comes: ${form}`, async () => {
    const deltas = await ask(
      { type: "message_start", ...m },
      thought(`a${high}`),
      thought(`${low}b`),
      text(high),
      thought(high),
      text(`${low}${high}`),
      thought(low),
      text(`${low}!`),
      start,
      args(`{"a":"${high}`),
      args(low),
      args('"}'),
      { type: "call_end", toolCallId: "c1" },
      { type: "message_end", ...m },
      end(),
    );
    expect(deltas).toEqual({
      REASONING_MESSAGE_CONTENT: ["a", "😀b", "😀"],
      TEXT_MESSAGE_CONTENT: ["😀", "😀!"],
      TOOL_CALL_ARGS: ['{"a":"', "😀", '"}'],
    });
  });

  test(`half a character that never becomes whole is U+FFFD at the end: ${form}`, async () => {
    const lost = await ask(
      thought(`t${high}`),
      text(`a${high}`),
      start,
      args(`{${high}`),
      { type: "call_end", toolCallId: "c1" },
      { type: "message_end", ...m },
      text(`${high}${high}`, "m2"),
      text(`${low}x${low}`, "m2"),
      text("y", "m3"),
      text(high, "m3"),
      end(),
    );
    expect(lost).toEqual({
      REASONING_MESSAGE_CONTENT: ["t", "\uFFFD"],
      TEXT_MESSAGE_CONTENT: ["a", "\uFFFD", "\uFFFD", "😀x\uFFFD", "y", "\uFFFD"],
      TOOL_CALL_ARGS: ["{", "\uFFFD"],
    });
  });
}

test("half a character is passed on as U+FFFD when the run fails, whoever ends it", async () => {
  const failed = await asText(text(`a${high}`), end("failed"));
  const broken = await asText(text(`a${high}`));
  expect([failed, broken]).toEqual(
    [failed, broken].map(() => ({ TEXT_MESSAGE_CONTENT: ["a", "\uFFFD"] })),
  );
});

test("no text of any event has half a character: results, names, payloads, errors", async () => {
  const call = {
    ...{ toolCallId: "c1", toolName: `look${high}`, argumentsJson: `{"a":"${high}"}` },
    ...{ isServerTool: true, wasExecuted: true, requiresClientExecution: false },
    content: `\\ud83d \\${high}${high} ${low}😀`,
  };
  const prepared = {
    ...{ ...call, toolCallId: "c2", requiresClientExecution: true, execution: "preflight" },
    clientPayload: { [high]: low },
  };
  const response = await serveAgent(
    saying(
      { type: "call_result", messageId: "r1", call },
      { type: "call_prepared", ...m, call: prepared },
      end("failed", { error: { code: "model", message: `No${high}` } }),
    ),
  )(post());
  const body = await response.clone().text();
  expect(body.replaceAll("\\\\", "")).not.toMatch(/\\ud[89a-f]/);
  const events = await eventsOf(response);
  expect(events.find(({ type }) => type === "TOOL_CALL_RESULT")).toMatchObject({
    content: "\\ud83d \\\uFFFD\uFFFD \uFFFD😀",
  });
  expect(events.at(-1)).toMatchObject({ message: "No\uFFFD" });
});

test("an artifact of A2A grows by whole characters", async () => {
  const reasoner = saying(
    text(`a${high}`),
    text(`${low}b${high}`),
    { type: "message_end", ...m },
    end(),
  );
  const card = { name: "Desk", description: "Helps.", url: "https://desk.example/a2a" };
  const body = {
    ...{ jsonrpc: "2.0", id: 1, method: "SendStreamingMessage" },
    params: { message: { messageId: "u1", role: "ROLE_USER", parts: [{ text: "Hello" }] } },
  };
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const asked = new Request("https://desk.example/a2a", {
    ...{ method: "POST", headers, body: JSON.stringify(body) },
  });
  const answer = await (await serveA2a(reasoner, { card })(asked)).text();
  const written = answer
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)).result.artifactUpdate)
    .flatMap((update) => update?.artifact.parts ?? [])
    .map((part: { text?: string }) => part.text ?? "");
  expect(written.filter((part: string) => part !== "")).toEqual(["a", "😀b", "\uFFFD"]);
});

test("a conversation goes on whatever half characters a model writes and a client sends", async () => {
  const model = new ScriptedModel(
    { text: `a${high}`, toolCalls: [{ id: "c1", name: "look", arguments: `{"a":"${low}"}` }] },
    { text: `Done${high}` },
  );
  const { reasoner } = reasonerOf([], model.ask);
  const messages = [user(`Hi${high}`), result("old", high)];
  const { finish, iterations } = await reasoner.execute(requestOf(messages), {
    continueAfterFailure: true,
  });
  expect([finish, iterations]).toEqual(["completed", 2]);
});
