/** What a server keeps of tasks and conversations has a bound in bytes, and work that has begun is not given up for it. */
import {
  assistant,
  end,
  type ReasonerScript,
  saying,
} from "../../support/a2a/scripted-reasoner.js";
import { deferred } from "../deferred.js";
import { expect, test } from "../test.js";
import { bookRoom, Desk } from "./desk.js";

const answers: ReasonerScript = (_request, round) => [
  ...saying(`m${round}`, "Hi."),
  end("completed", [assistant(`m${round}`, "Hi.")]),
];

/** Answers when it is let. */
function waiting() {
  const gate = deferred<void>();
  const script: ReasonerScript = async function* (request, round, signal) {
    yield* saying(`w${round}`, "Wait.");
    if (textIn(request.messages).startsWith("slow")) await gate.promise;
    yield* answers(request, round, signal);
  };
  return { script, go: () => gate.resolve() };
}

function textIn(messages: readonly { readonly content?: unknown }[]): string {
  return String(messages.at(-1)?.content ?? "");
}

/** Sends a message without waiting for its task; the task's id, or the refusal. */
async function send(desk: Desk, text: string, user = "") {
  const message = { role: "ROLE_USER", messageId: crypto.randomUUID(), parts: [{ text }] };
  const configuration = { returnImmediately: text.startsWith("slow") };
  const response = await desk.rpc("SendMessage", { message, configuration }, headersOf(user));
  const { result, error } = (await response.json()) as {
    result?: { task: { id: string } };
    error?: { code: number; message: string };
  };
  return { status: response.status, id: result?.task.id ?? "", error };
}

async function stateOf(desk: Desk, id: string, user = ""): Promise<string> {
  const response = await desk.rpc("GetTask", { id }, headersOf(user));
  const { result } = (await response.json()) as { result?: { status: { state: string } } };
  return result?.status.state ?? "gone";
}

const headersOf = (user: string) => ({ "a2a-version": "1.0", "x-user": user });
const context = (request: Request) => {
  const id = request.headers.get("x-user");
  return id ? { user: { id } } : {};
};

const kilobytes = (count: number) => "x".repeat(count * 1000);

test("the oldest finished tasks go when there are too many bytes", async () => {
  const desk = await Desk.open(answers, { maxStoredBytes: 100_000 });
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) ids.push((await send(desk, kilobytes(30))).id);
  const states = await Promise.all(ids.map((id) => stateOf(desk, id)));
  expect(states).toEqual([...Array(3).fill("gone"), ...Array(3).fill("TASK_STATE_COMPLETED")]);
});

test("what is worked on stays, whatever another user stores", async () => {
  const { script, go } = waiting();
  const desk = await Desk.open(script, { maxStoredBytes: 100_000, context });
  const { id } = await send(desk, `slow ${kilobytes(30)}`, "ada");
  for (let count = 0; count < 6; count += 1) await send(desk, kilobytes(40), "mallory");
  expect(await stateOf(desk, id, "ada")).toBe("TASK_STATE_WORKING");
  go();
  await expect.poll(() => stateOf(desk, id, "ada")).toBe("TASK_STATE_COMPLETED");
});

test("a user who stores little loses nothing to one who stores much", async () => {
  const desk = await Desk.open(answers, { maxStoredBytes: 100_000, context });
  const { id } = await send(desk, kilobytes(5), "ada");
  for (let count = 0; count < 6; count += 1) await send(desk, kilobytes(40), "mallory");
  expect(await stateOf(desk, id, "ada")).toBe("TASK_STATE_COMPLETED");
});

test("a finished task goes before one that waits for its client", async () => {
  const desk = await Desk.open(
    (request, round, signal) =>
      textIn(request.messages).startsWith("book")
        ? bookRoom(request, round, signal)
        : answers(request, round, signal),
    { maxStoredBytes: 100_000 },
  );
  const { id } = await send(desk, `book ${kilobytes(20)}`);
  for (let count = 0; count < 6; count += 1) await send(desk, kilobytes(30));
  expect(await stateOf(desk, id)).toBe("TASK_STATE_INPUT_REQUIRED");
});

test("while all of it is worked on, a new message is refused, and the work goes on", async () => {
  const { script, go } = waiting();
  const desk = await Desk.open(script, { maxStoredBytes: 100_000 });
  const first = await send(desk, `slow ${kilobytes(40)}`);
  const second = await send(desk, `slow ${kilobytes(40)}`);
  expect([first.status, second.status]).toEqual([200, 200]);
  const third = await send(desk, kilobytes(40));
  expect(third).toMatchObject({
    status: 503,
    error: { code: -32603, message: expect.stringContaining("no room") },
  });
  go();
  for (const { id } of [first, second]) {
    await expect.poll(() => stateOf(desk, id)).toBe("TASK_STATE_COMPLETED");
  }
  expect((await send(desk, kilobytes(40))).status).toBe(200);
});

test("a conversation forgets its oldest turns when it has too many bytes", async () => {
  const desk = await Desk.open(answers, { maxStoredBytes: 400_000 });
  for (let count = 0; count < 8; count += 1) {
    const parts = [{ text: kilobytes(20) }];
    const message = { role: "ROLE_USER", messageId: `${count}`, contextId: "c", parts };
    await (await desk.rpc("SendMessage", { message }, headersOf(""))).json();
  }
  const { messages } = desk.reasoner.requests.at(-1) ?? { messages: [] };
  expect(messages.filter(({ role }) => role === "user").length).toBeLessThan(6);
  expect(messages[0]?.role).toBe("user");
});

test("many anonymous messages come to a plateau", async () => {
  const desk = await Desk.open(answers, { maxStoredBytes: 2_000_000 });
  let kept = 0;
  const ids: string[] = [];
  for (let count = 0; count < 40; count += 1) ids.push((await send(desk, kilobytes(200))).id);
  for (const id of ids) if ((await stateOf(desk, id)) !== "gone") kept += 1;
  expect(kept).toBe(9);
});
