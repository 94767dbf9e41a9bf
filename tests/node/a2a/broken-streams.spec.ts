/** `A2aAgent` against a server that breaks off in every state: nothing is lost, and nothing runs twice. */
// In a process of its own: a server is stopped after each of its tests.
import { afterEach } from "node:test";
import { A2aAgent } from "ag-ui-lit/a2a";
import { said } from "../../support/a2a/scripted-reasoner.js";
import {
  artifact,
  type Exchange,
  piece,
  ScriptedA2aServer,
  statusOf,
  task,
  withCalls,
} from "../../support/a2a/scripted-server.js";
import { Page } from "../loop/page.js";
import { expect, test } from "../test.js";

const send = "SendStreamingMessage";
const subscribe = "SubscribeToTask";

let server: ScriptedA2aServer;

afterEach(() => server.stop());

/** A page, and the server that it talks to. */
async function open(attempts = 3): Promise<Page> {
  server = await ScriptedA2aServer.start();
  const resubscribe = { attempts, baseDelay: 0 };
  return new Page(new A2aAgent({ url: server.url, resubscribe, config: { threadId: "t" } }));
}

const why = (page: Page): string => page.details("run-failed")[0]?.error.message ?? "";

const done = ({ event, end }: Exchange): void => {
  event(statusOf("COMPLETED"));
  end();
};

test("before it names a task: an error says so, and nothing is sent twice", async () => {
  for (const breaks of [
    ({ breakOff }: Exchange) => breakOff(),
    ({ raw, end }: Exchange) => {
      raw(":\n\n");
      end();
    },
    ({ response }: Exchange) => void response.destroy(),
  ]) {
    const page = await open();
    server.on[send] = [breaks];
    expect(await page.send("Go")).toBe("failed/backend");
    expect(why(page)).toMatch(/broke before it named a task, so it can't be asked what became/);
    expect(server.methods).toEqual([send]);
    await server.stop();
  }
  server = await ScriptedA2aServer.start();
});

test("after the task: it is subscribed to again, and goes on", async () => {
  const page = await open();
  server.on[send] = [
    ({ event, breakOff }) => {
      event(task("SUBMITTED"));
      breakOff();
    },
  ];
  server.on[subscribe] = [
    ({ event, end }) => {
      event(task("WORKING"));
      event(piece("Hello.", false));
      event(statusOf("COMPLETED"));
      end();
    },
  ];
  expect(await page.send("Go")).toBe("finished");
  expect(said(page.messages)).toEqual(["user Go", "assistant Hello."]);
  expect(server.methods).toEqual([send, subscribe]);
  expect(server.received[1]?.params.id).toBe("task-1");
});

test("in the middle of a text: what was missed is added, what was told is not told again", async () => {
  const page = await open();
  server.on[send] = [
    ({ event, breakOff }) => {
      event(task("WORKING"));
      event(piece("One ", false));
      breakOff();
    },
  ];
  server.on[subscribe] = [
    ({ event, breakOff }) => {
      event(task("WORKING", artifact("One two ")));
      event(piece("three "));
      breakOff();
    },
    ({ event, end }) => {
      event(task("WORKING", artifact("One two three ")));
      event(piece("four."));
      event(statusOf("COMPLETED"));
      end();
    },
  ];
  expect(await page.send("Count")).toBe("finished");
  expect(said(page.messages)).toEqual(["user Count", "assistant One two three four."]);
});

test("before and after input-required: the call is told once, and runs once", async () => {
  const page = await open();
  server.on[send] = [
    ({ event, breakOff }) => {
      event(task("WORKING"));
      breakOff();
    },
    done,
  ];
  server.on[subscribe] = [
    ({ event, breakOff }) => {
      // The call is in a status that only says what goes on, and the stream breaks off.
      event(task("WORKING", withCalls("WORKING", "c1")));
      breakOff();
    },
    ({ event, end }) => {
      event(task("INPUT_REQUIRED", withCalls("INPUT_REQUIRED", "c1")));
      end();
    },
  ];
  expect(await page.send("Go")).toBe("finished");
  expect(page.ran.map(({ id }) => id)).toEqual(["c1"]);
  expect(server.methods).toEqual([send, subscribe, subscribe, send]);
  expect(server.received.at(-1)?.params.message).toMatchObject({
    taskId: "task-1",
    parts: [{ data: { toolResults: [{ toolCallId: "c1", success: true, result: "result 0" }] } }],
  });
});

test("while the results are sent: they are sent again where the task still waits and does not know them", async () => {
  const page = await open();
  const waits = (history: object[] = []) =>
    task("INPUT_REQUIRED", { ...withCalls("INPUT_REQUIRED", "c1"), history });
  server.on[send] = [
    ({ event, end }) => {
      event(waits());
      end();
    },
    ({ response }) => void response.destroy(),
    done,
  ];
  server.on[subscribe] = [
    ({ event, end }) => {
      event(waits());
      end();
    },
  ];
  expect(await page.send("Go")).toBe("finished");
  expect(page.ran).toHaveLength(1);
  expect(server.methods).toEqual([send, send, subscribe, send]);
});

test("while the results are sent, and they arrived: they are not sent again", async () => {
  const page = await open();
  let results: object = {};
  server.on[send] = [
    ({ event, end }) => {
      event(task("INPUT_REQUIRED", withCalls("INPUT_REQUIRED", "c1")));
      end();
    },
    ({ rpc, response }) => {
      results = rpc.params.message;
      response.destroy();
    },
  ];
  server.on[subscribe] = [
    ({ event, end }) => {
      event(task("WORKING", { history: [results] }));
      event(piece("Thanks.", false));
      event(statusOf("COMPLETED"));
      end();
    },
  ];
  expect(await page.send("Go")).toBe("finished");
  expect(server.methods).toEqual([send, send, subscribe]);
  expect(said(page.messages).at(-1)).toBe("assistant Thanks.");
});

test("a task that ended meanwhile can't be subscribed to: it is asked for, with what was missed", async () => {
  const page = await open();
  server.on[send] = [
    ({ event, breakOff }) => {
      event(task("WORKING"));
      breakOff();
    },
  ];
  server.on[subscribe] = [({ error }) => error(-32004, "It has ended.")];
  server.on.GetTask = [
    ({ json }) => json((task("COMPLETED", artifact("All of it.")) as { task: object }).task),
  ];
  expect(await page.send("Go")).toBe("finished");
  expect(said(page.messages)).toEqual(["user Go", "assistant All of it."]);
});

test("a server that always breaks off is tried so often, and the run fails with what happened", async () => {
  const page = await open();
  server.on[send] = [
    ({ event, breakOff }) => {
      event(task("WORKING"));
      breakOff();
    },
  ];
  server.on[subscribe] = [({ response }) => void response.destroy()];
  server.on.GetTask = [({ response }) => void response.destroy()];
  expect(await page.send("Go")).toBe("failed/backend");
  expect(why(page)).toMatch(/3 tries to take it up again failed: .*The task may still go on/);
  expect(server.methods.filter((method) => method === subscribe)).toHaveLength(3);
});

test("a server that forgot the task: an error, and the next message begins another one", async () => {
  const page = await open();
  server.on[send] = [
    ({ event, breakOff }) => {
      event(task("WORKING"));
      breakOff();
    },
    done,
  ];
  server.on[subscribe] = [({ error }) => error(-32001, "Which task?")];
  expect(await page.send("Go")).toBe("failed/backend");
  expect(why(page)).toMatch(/knows nothing of its task any more: Which task\?/);
  expect(await page.send("Again")).toBe("finished");
  expect(server.received.at(-1)?.params.message.taskId ?? "").toBe("");
});

test("a message for a task that is over begins another one; a refused one is said", async () => {
  const page = await open();
  server.on[send] = [
    ({ event, end }) => {
      event(task("INPUT_REQUIRED"));
      end();
    },
    ({ error }) => error(-32004, "It has ended."),
    done,
    ({ error }) => error(-32602, "I do not like it."),
  ];
  expect(await page.send("One")).toBe("finished");
  expect(await page.send("Two")).toBe("finished");
  expect(server.received.map(({ params }) => params.message.taskId ?? "")).toEqual([
    "",
    "task-1",
    "",
  ]);
  expect(await page.send("Three")).toBe("failed/backend");
  expect(why(page)).toBe("The agent refused the message: I do not like it.");
});

test("garbage: an error, whatever it is", async () => {
  const events = [
    "data: {\n\n",
    "data: 7\n\n",
    'data: {"jsonrpc":"2.0","id":99,"result":{}}\n\n',
    'data: {"jsonrpc":"2.0","id":1,"result":{"task":7}}\n\n',
    "data: null\n\nx\n\n",
    "\0\0\0",
  ];
  for (const garbage of events) {
    const page = await open();
    server.on[send] = [
      ({ raw, end }) => {
        raw(garbage);
        end();
      },
    ];
    expect(await page.send("Go")).toBe("failed/backend");
    await server.stop();
  }
  const page = await open();
  server.on[send] = [({ response }) => void response.writeHead(500).end("<h1>Oh</h1>")];
  expect(await page.send("Go")).toBe("failed/backend");
});

test("calls and results that are none are left out, the rest is told", async () => {
  const page = await open();
  const toolCalls = [null, 7, {}, { id: "x" }, { id: "", function: { name: "echo" } }];
  const toolResults = [null, { toolCallId: 7 }, { toolCallId: "nobody", result: "x" }];
  const message = {
    messageId: "m",
    role: "ROLE_AGENT",
    parts: [{ data: { toolCalls, toolResults } }, { data: null }, {}, { text: "Hi." }],
  };
  server.on[send] = [
    ({ event, end }) => {
      event(task("WORKING", { status: { state: "TASK_STATE_WORKING", message } }));
      // Another task is none of this run's business.
      event({ statusUpdate: { taskId: "other", status: { state: "TASK_STATE_FAILED" } } });
      event({ artifactUpdate: { taskId: "task-1" } });
      event(statusOf("COMPLETED"));
      end();
    },
  ];
  expect(await page.send("Go")).toBe("finished");
  expect(said(page.messages)).toEqual(["user Go", "assistant Hi."]);
  expect(page.ran).toEqual([]);
});

test("a stream that never ends can be aborted, and its task is cancelled", async () => {
  const page = await open();
  const cancelled = new Promise<unknown>((resolve) => {
    server.on.CancelTask = [
      ({ rpc, json }) => {
        resolve(rpc.params.id);
        json((task("CANCELED") as { task: object }).task);
      },
    ];
  });
  server.on[send] = [
    ({ event }) => {
      event(task("WORKING"));
      event(piece("Endless", false));
    },
  ];
  const sending = page.send("Go");
  while (page.messages.length < 2) await new Promise(setImmediate);
  page.conversation.abort();
  expect(await sending).toBe("aborted");
  expect(await cancelled).toBe("task-1");
});

test("a stream that always has more starves no timer, and a stop ends it", async () => {
  const encoder = new TextEncoder();
  const card = {
    name: "Endless",
    capabilities: { streaming: true },
    supportedInterfaces: [
      { url: "http://endless.example/", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ],
  };
  let count = 0;
  const endless = async (input: string, init?: RequestInit): Promise<Response> => {
    if (String(input).endsWith(".json")) return Response.json(card);
    if (!String(init?.body).includes("Stream")) return new Response(null, { status: 500 });
    const stream = new ReadableStream({
      pull: (controller) => {
        const artifact = { artifactId: `a${count++}`, parts: [{ text: "more " }] };
        const result = { artifactUpdate: { taskId: "task-1", contextId: "c", artifact } };
        const event = `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`;
        controller.enqueue(encoder.encode(event.repeat(50)));
      },
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  };
  const agent = new A2aAgent({ url: "http://endless.example/", fetch: endless as typeof fetch });
  const messages = [{ id: "u", role: "user", content: "Go" }];
  let seen = 0;
  await new Promise<void>((resolve) => {
    const input = { threadId: "t", runId: "r", messages, tools: [], context: [] };
    agent.run(input as never).subscribe({
      next: () => {
        seen += 1;
        // A timer, begun when the stream is under way.
        if (seen === 10) setTimeout(() => agent.abortRun(), 0);
      },
      complete: resolve,
    });
  });
  expect(seen).toBeGreaterThan(10);
});
