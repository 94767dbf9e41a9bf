/** `ag-ui-lit/log`: a value that is hidden in one field of a record is hidden in all of it, and calls that did not run are logged. */
import { ToolFailure, ToolRegistry } from "ag-ui-lit";
import { agentLog, defineAgentTool } from "ag-ui-lit/server";
import { toolEventStream } from "ag-ui-lit/text";
import { logged, toolOf } from "../support/log.js";
import { call, context, executorOf } from "../support/server/executor.js";
import { Page, run, text } from "./loop/page.js";
import { expect, test } from "./test.js";

/** The lines of a call that fails with a message. */
async function linesOf(args: object | string, message: string): Promise<string> {
  const { manager, log, lines } = logged();
  const fail = () => {
    throw new ToolFailure(message, { category: "permanent" });
  };
  await manager.execute(toolOf(fail), "1", args as Record<string, unknown>);
  await log.flush();
  return lines.join("\n");
}

test("a value that the arguments hide is hidden in the error, however it is quoted there", async () => {
  const secret = 'hunter "2" & más/ok';
  const forms = [
    secret,
    JSON.stringify(secret),
    JSON.stringify(JSON.stringify(secret)),
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll("%20", "+"),
    btoa(String.fromCharCode(...new TextEncoder().encode(secret))),
    "hunter &quot;2&quot; &amp; más/ok",
    `${secret.slice(0, 10)}…`,
  ];
  for (const form of forms) {
    for (const args of [
      { password: secret },
      { deep: [{ token: { value: secret } }] },
      { headers: [{ name: "x-api-key", value: secret }] },
      { argv: ["login", "--password", secret] },
      { note: `Bearer abc123456789`, password: secret },
    ]) {
      const lines = await linesOf(args, `It was <${form}>, so no.`);
      expect(lines, form).toMatch(/It was <[\\"]*\[redacted\]/);
      for (const each of forms) expect(lines).not.toContain(each);
    }
  }
});

test("a value of few characters is hidden where it is a word, and one of one or two hides the message", async () => {
  expect(await linesOf({ pin: 1234 }, "1234 is no pin, 12345 neither")).toContain(
    '"error":"[redacted] is no pin, 12345 neither"',
  );
  expect(await linesOf({ pin: "12ab" }, 'the pin "12ab" is wrong')).toContain(
    'the pin \\"[redacted]\\" is wrong',
  );
  expect(await linesOf({ pin: 7 }, "pin is 7")).toContain('"error":"[redacted]"');
  expect(await linesOf({ pin: 7 }, "wrong pin")).toContain('"error":"wrong pin"');
});

test("a value that is hidden by its key is hidden under every other key and in broken arguments", async () => {
  const lines = await linesOf({ pin: "4711x", note: "pin 4711x", code: 5 }, "no");
  expect(lines).not.toContain("4711x");
  const broken = await linesOf('{"pin":"4711x","city":', "Can't read 4711x");
  expect(broken).not.toContain("4711x");
  const looks = await linesOf({ h: "Bearer abcdef123456" }, "abcdef123456 has expired");
  expect(looks).not.toContain("abcdef123456");
});

test("a pattern that refuses a secret does not quote it", async () => {
  const { manager, log, lines } = logged();
  const schema = {
    type: "object",
    properties: { pin: { type: "string", pattern: "^[0-9]{4}$" }, token: { type: "integer" } },
  };
  const tool = toolOf(() => "ok", {}, { schema });
  await manager.execute(tool, "1", { pin: "12ab!" });
  await manager.execute(tool, "2", { token: "my-token-1" });
  await log.flush();
  expect(lines).toHaveLength(4);
  expect(lines.join("")).not.toContain("12ab!");
  expect(lines.join("")).not.toContain("my-token-1");
});

test("what was not looked through to its end hides the message", async () => {
  const many = { list: Array.from({ length: 60_000 }, () => 1), password: "hunter2" };
  expect(await linesOf(many, "hunter2 is wrong")).not.toContain("hunter2");
  const hidden = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, at]));
  expect(await linesOf({ ...hidden, password: "hunter2" }, "hunter2 is wrong")).not.toContain(
    "hunter2",
  );
});

test("values and messages that are made to take long are read in one go", async () => {
  const long = "a".repeat(60_000);
  for (const [secret, message] of [
    [`${"a".repeat(4000)}b`, long],
    ["a".repeat(8), long],
    ["ab", `${"ab ".repeat(20_000)}`],
  ] as const) {
    expect(await linesOf({ token: secret }, message)).toContain("[redacted]");
  }
});

test("secrets in commands, elements, connection strings and addresses that post", async () => {
  const cases: [string, string][] = [
    [
      "AccountName=a;AccountKey=abc/d+e==;Endpoint=x",
      "AccountName=a;AccountKey=[redacted];Endpoint=x",
    ],
    ["run --password hunter2 now", "run --password [redacted] now"],
    ["run --api-key 'hun ter' now", "run --api-key '[redacted]' now"],
    ["mysql -u root -p hunter2", "mysql -u root -p [redacted]"],
    ["mysql -u root -phunter2 db", "mysql -u root -p[redacted] db"],
    ["docker run -p 8080:80 web", "docker run -p 8080:80 web"],
    ["mkdir -p ./a", "mkdir -p ./a"],
    ["curl -u ada:hunter2 x", "curl -u ada:[redacted] x"],
    ["<a><password>hunter2</password></a>", "<a><password>[redacted]</password></a>"],
    [
      '<ns:Password type="t">hunter2</ns:Password>',
      '<ns:Password type="t">[redacted]</ns:Password>',
    ],
    ["<password><![CDATA[hun]]></password>", "<password>[redacted]</password>"],
    ["&lt;password&gt;hunter2&lt;/password&gt;", "&lt;password&gt;[redacted]&lt;/password&gt;"],
    ["<password>hunter2", "<password>[redacted]"],
    ['<add key="password" value="hunter2"/>', '<add key="password" value="[redacted]"/>'],
    ["Ocp-Apim-Subscription-Key: abc", "Ocp-Apim-Subscription-Key: [redacted]"],
    ["https://hooks.slack.com/services/T0/B0/XyZ", "https://hooks.slack.com/[redacted]"],
    ["https://discord.com/api/webhooks/12/ab-c", "https://discord.com/api/webhooks/[redacted]"],
    [
      "https://a.webhook.office.com/webhookb2/a@b/c",
      "https://a.webhook.office.com/webhookb2/[redacted]",
    ],
    ["to ada:hunter2@db.example.org", "to [redacted]@db.example.org"],
    ["to mailto:ada@example.org", "to mailto:ada@example.org"],
  ];
  for (const [message, shown] of cases) {
    const lines = (await linesOf({}, message)).split("\n");
    expect(JSON.parse(lines[1] ?? "").error, message).toBe(shown);
  }
});

test("a server's log hides in every field what one hides", async () => {
  const lines: string[] = [];
  const log = agentLog({ sink: (line) => void lines.push(line) });
  const tool = defineAgentTool({
    name: "pay",
    description: "Pays.",
    schema: {
      type: "object",
      properties: { pin: { type: "string", pattern: "^[0-9]{4}$" } },
    } as never,
    metadata: { execution: "server" },
    handler: ({ pin }: Record<string, unknown>) => {
      throw new RangeError(`No account for ${pin}.`);
    },
  });
  const { executor } = executorOf([tool], { log });
  await executor.execute(call("pay", { pin: "12ab!" }), context);
  await executor.execute(call("pay", { pin: "4711" }), context);
  await executor.execute(call("nothing", { pin: "4711" }), context);
  log.addCustomEvent("info", "t", "the key hunter2 is old", [{ key: "ApiKey", value: "hunter2" }]);
  await log.flush();
  expect(lines).toHaveLength(4);
  const all = lines.join("");
  for (const secret of ["12ab!", "4711", "hunter2"]) expect(all).not.toContain(secret);
  expect(all).toContain("No account for [redacted].");
});

test("a call of an agent that is not run is logged: an unknown tool, one that was declined, one round too many", async () => {
  const calls = (name: string, id: string): object[] => [
    { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name },
    { type: "TOOL_CALL_ARGS", toolCallId: id, delta: '{"pin":"4711x"}' },
    { type: "TOOL_CALL_END", toolCallId: id },
  ];
  const page = new Page((_input, round) =>
    round === 0
      ? run(...calls("nothing", "a"), ...calls("pay", "b"), ...calls("prepared", "c"))
      : run(...text(`m${round}`, "done")),
  );
  const { all } = logged({}, page.manager as never);
  const definition = { description: "Pays.", schema: {}, handler: () => "paid" };
  page.registry.register({ ...definition, name: "pay", metadata: { approval: "always" } });
  page.registry.register({ ...definition, name: "prepared", metadata: { execution: "preflight" } });
  await page.send("Pay.");
  const records = await all();
  expect(records.map(({ event, tool, code }) => [event, tool, code])).toEqual(
    expect.arrayContaining([
      ["tool_invocation_error", "nothing", "unknown_tool"],
      ["tool_invocation_error", "prepared", "not_preflighted"],
    ]),
  );
  expect(records.every(({ args }) => JSON.stringify(args) === '{"pin":"[redacted]"}')).toBe(true);
});

test("a call that comes when the rounds are used up is logged as not run", async () => {
  const page = new Page(
    (_input, round) =>
      run(
        { type: "TOOL_CALL_START", toolCallId: `c${round}`, toolCallName: "echo" },
        { type: "TOOL_CALL_END", toolCallId: `c${round}` },
      ),
    { maxRounds: 1 },
  );
  const { all } = logged({}, page.manager as never);
  expect(await page.send("Go.")).toBe("failed/max_rounds");
  const last = (await all()).at(-1);
  expect(last).toMatchObject({ event: "tool_invocation_error", tool: "echo", code: "not_run" });
});

test("a call of something that is no tool is logged", async () => {
  const { manager, all } = logged();
  await manager.execute(undefined as never, "1", { pin: "4711x" });
  expect(await all()).toMatchObject([
    {
      event: "tool_invocation_error",
      tool: "undefined",
      toolInvocationId: "1",
      code: "not_a_tool",
      args: { pin: "[redacted]" },
    },
  ]);
});

test("a call of a text model that is not run is logged", async () => {
  const { manager, all } = logged();
  const registry = new ToolRegistry();
  const response = toolEventStream({
    registry,
    manager,
    messages: [{ role: "user", content: "Go." }],
    maxRounds: 2,
    stream: async function* ({ messages }) {
      yield messages.length > 2 ? "Done." : '<tool_call name="nothing" args={"a": 1}></tool_call>';
    },
  });
  await response.text();
  const records = await all();
  expect(records.map(({ event, tool, code, args }) => [event, tool, code, args])).toEqual([
    ["tool_invocation_error", "nothing", "unknown_tool", { a: 1 }],
  ]);
});
