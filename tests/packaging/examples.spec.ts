/** Each project of `examples/`, installed, built and used as its author would. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { type Consumer, exampleNamed } from "./consumer.js";
import { npmEnv } from "./pack.js";
import { serve, withFrameworks } from "./static-server.js";

test.describe.configure({ timeout: 480_000 });

/** The agent paints the background. */
const paint = [
  run(...toolCall("call-1", "set_background", '{"colour":"teal"}')),
  run(...text("answer", "It is **teal** now.")),
];

/** Errors in a page's console, and uncaught ones. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

async function ask(page: Page, message: string): Promise<void> {
  const box = page.locator("ag-ui-chat").getByRole("textbox");
  await box.fill(message);
  await box.press("Enter");
}

/** What the page looks like when the agent has painted it and said so. */
async function expectTeal(page: Page): Promise<void> {
  const chat = page.locator("ag-ui-chat");
  await expect(chat.locator("strong", { hasText: /^teal$/ }).last()).toBeVisible();
  await expect(chat.locator("ag-ui-tool-card")).toHaveCount(1);
  await expect(page.locator("main")).toHaveCSS("background-color", "rgb(0, 128, 128)");
}

for (const name of ["lit", "react", "vue"]) {
  test(`${name}: the agent paints the page, and the chat shows it`, async ({ page }) => {
    await using example = await exampleNamed(name);
    const { code, stdout, stderr } = await example.command("vite", "build");
    expect(code, stdout + stderr).toBe(0);
    const complaints = complaintsOf(page);
    await using server = await serve(example.path("dist"), paint, withFrameworks);
    await page.goto(server.origin);
    await ask(page, "Paint it teal");
    await expectTeal(page);
    expect(server.agentRequests.map(({ tools }) => tools[0]?.name)).toEqual([
      "set_background",
      "set_background",
    ]);
    expect(complaints).toEqual([]);
  });
}

test("react: its types are right", async () => {
  await using example = await exampleNamed("react");
  expect(await example.command("tsc", "-p", ".")).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("page: one HTML file is a chat, under a strict policy", async ({ page }) => {
  // The file is the whole project: it is put next to the installed package.
  await using example = await exampleNamed("node-server");
  await example.copy("page/index.html", "index.html");
  const complaints = complaintsOf(page);
  const replies = [
    run(...toolCall("call-1", "set_title", '{"title":"Tea"}')),
    run(...text("answer", "Done.")),
  ];
  await using server = await serve(
    example.folder,
    replies,
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; require-trusted-types-for 'script'",
  );
  await page.goto(server.origin);
  await ask(page, "Call it tea");
  await expect(page).toHaveTitle("Tea");
  await expect(page.locator("ag-ui-chat").getByRole("log").getByText("Done.")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("node-server: OpenAI's client, a tool of the server, and the page", async ({ page }) => {
  await using example = await exampleNamed("node-server");
  const asked: Record<string, unknown>[] = [];
  await using model = await openAi(asked);
  const env = { OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${model.origin}/v1`, PORT: "0" };
  await using server = await started(example, env, "server.js");
  const complaints = complaintsOf(page);
  await page.goto(server.origin);
  await ask(page, "How much tea is there?");
  await expect(
    page.locator("ag-ui-chat").getByRole("log").getByText("There are 3 pieces."),
  ).toBeVisible();
  expect(asked).toHaveLength(2);
  expect(JSON.stringify(asked[1]?.messages)).toContain('\\"pieces\\":3');
  // A browser asks for an icon by itself.
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
});

test("next: the agent is a route of the app", async ({ page }) => {
  await using example = await exampleNamed("next");
  const env = { NEXT_TELEMETRY_DISABLED: "1" };
  const bin = "node_modules/next/dist/bin/next";
  const built = spawn(process.execPath, [example.path(bin), "build"], {
    cwd: example.folder,
    env: { ...npmEnv(), ...env },
  });
  let said = "";
  for (const stream of [built.stdout, built.stderr]) {
    stream.on("data", (text) => {
      said += text;
    });
  }
  expect((await once(built, "close"))[0], said).toBe(0);
  await using server = await started(example, env, bin, "start", "-p", "0", "-H", "127.0.0.1");
  const complaints = complaintsOf(page);
  await page.goto(server.origin);
  await ask(page, "Paint it teal");
  await expect(page.locator("main")).toHaveCSS("background-color", "rgb(0, 128, 128)");
  await expect(
    page.locator("ag-ui-chat").getByRole("log").getByText("It is teal now."),
  ).toBeVisible();
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
});

interface Running extends AsyncDisposable {
  readonly origin: string;
}

/** A server of the project's own, once it has said where it listens. */
async function started(
  { folder }: Consumer,
  env: Record<string, string>,
  script: string,
  ...args: string[]
): Promise<Running> {
  const server = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...npmEnv(), ...env },
  });
  const port = await new Promise<string>((resolve, reject) => {
    let said = "";
    const hear = (text: Buffer): void => {
      said += text;
      const [, port] = /(?:Listening at |127\.0\.0\.1:(?=[\s\S]*Ready))(\d+)/.exec(said) ?? [];
      if (port) resolve(port);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.once("close", () => reject(new Error(`The server did not start: ${said}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}

/** An API like OpenAI's chat completions: it asks for the tool, then tells its result. */
async function openAi(asked: Record<string, unknown>[]): Promise<Running> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString());
    asked.push(body);
    const call = { name: "get_stock", arguments: '{"product":"tea"}' };
    const delta =
      asked.length === 1
        ? { tool_calls: [{ index: 0, id: "call_1", type: "function", function: call }] }
        : { content: "There are 3 pieces." };
    const chunk = (delta: object, finish_reason: string | null) =>
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    response.writeHead(200, { "content-type": "text/event-stream" });
    const end = asked.length === 1 ? "tool_calls" : "stop";
    response.end(`${chunk(delta, null)}${chunk({}, end)}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
