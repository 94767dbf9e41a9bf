import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { run, text, toolCall } from "../support/backend.js";
import { blockNamed, readBlocks } from "../support/readme/blocks.js";
import { type Consumer, expect, test } from "./consumer.js";
import { npmEnv } from "./pack.js";
import { serve, withFrameworks } from "./static-server.js";
import { visit } from "./visit.js";

test.describe.configure({ mode: "default" }); // one installation serves the whole file

const works = { zod: "Hello, World!", jsonSchema: "3", refused: "validation", element: 10 };

/** zod, also the one inside @ag-ui/client, tries `new Function` once to see whether it may, and goes on without. */
const zodsComplaint = "requires 'TrustedScript' assignment";
const zodsProbe = ["script-src eval", "require-trusted-types-for trusted-types-sink"];

test("a Vite build works without configuration and under a strict CSP, with two WebAssembly files", async ({
  consumer,
  page,
}) => {
  await viteBuild(consumer, "out");
  const assets = await readdir(consumer.path("out", "assets"));
  expect(assets.filter((name) => name.endsWith(".wasm"))).toHaveLength(2);

  await using server = await serve(consumer.path("out"));
  const { outcome, wasm, violations, complaints } = await visit(page, server.origin);

  expect(outcome).toEqual(works);
  expect(wasm.map(({ type }) => type)).toEqual(["application/wasm", "application/wasm"]);
  expect(violations.filter((violation) => !zodsProbe.includes(violation))).toEqual([]);
  expect(complaints.filter((text) => !text.includes(zodsComplaint))).toEqual([]);
});

test("a page that tells zod to evaluate nothing has no report at all under a strict CSP", async ({
  consumer,
  page,
}) => {
  await viteBuild(consumer, "out-strict", "strict.html", { dedupe: ["zod"] });
  await using server = await serve(consumer.path("out-strict"));
  const { outcome, violations, complaints } = await visit(page, `${server.origin}/strict.html`);

  expect(outcome).toEqual(works);
  expect(violations).toEqual([]);
  expect(complaints).toEqual([]);
});

test("Vite's dev server serves it without configuration, dependencies bundled beforehand", async ({
  consumer,
  page,
}) => {
  await using server = await viteDev(consumer);
  const { outcome, wasm, complaints } = await visit(page, server.origin);

  expect(outcome).toEqual(works);
  expect(wasm.map(({ type }) => type)).toEqual(["application/wasm", "application/wasm"]);
  // That dependencies were bundled is what puts the file out of reach of its address (vitejs/vite#8427).
  expect(await readdir(consumer.path("node_modules", ".vite", "deps"))).toContain("ag-ui-lit.js");
  expect(complaints.filter((text) => !text.startsWith("Lit is in dev mode"))).toEqual([]);
});

test("ag-ui-lit/inline is ready at import in a Vite build, and loads no other file", async ({
  consumer,
  page,
}) => {
  await viteBuild(consumer, "out-inline", "inline.html");
  await using server = await serve(consumer.path("out-inline"));
  const { outcome, wasm, violations, complaints } = await visit(
    page,
    `${server.origin}/inline.html`,
  );

  expect(outcome).toEqual({ success: true, result: "Hello, Ada!", output: "Hello, Ada!" });
  expect(wasm).toEqual([]);
  expect(violations).toEqual([]);
  expect(complaints).toEqual([]);
});

test("ag-ui-lit/standalone needs no bundler: a page script's tool runs for an agent, under a strict CSP", async ({
  consumer,
  page,
}) => {
  await using server = await serve(consumer.folder, [
    run(...toolCall("call-1", "greet", '{"name":"Ada"}')),
    run(...text("message-2", "I greeted Ada.")),
  ]);
  const { outcome, wasm, violations, complaints } = await visit(
    page,
    `${server.origin}/standalone.html`,
  );

  expect(outcome).toEqual({
    outcome: "finished",
    calls: [{ name: "Ada" }],
    said: "I greeted Ada.",
  });
  expect(server.agentRequests).toHaveLength(2);
  expect(server.agentRequests[0]?.tools.map(({ name }) => name)).toEqual(["greet"]);
  expect(server.agentRequests[1]?.messages.at(-1)?.content).toBe("Hello, Ada!");
  expect(wasm.map(({ url }) => url).sort()).toEqual([
    expect.stringMatching(/\/core_bg\.wasm$/),
    // The page's tool has a plain JSON Schema.
    expect.stringMatching(/\/json_schema_bg\.wasm$/),
  ]);
  expect(violations).toEqual([]);
  expect(complaints).toEqual([]);
});

test("worker: a tool runs in a worker of a Vite build, under a CSP", async ({ consumer, page }) => {
  await consumer.write("tools.worker.js", blockNamed(readBlocks(), "worker").code);
  await viteBuild(consumer, "out-worker", "worker.html");
  // Where Trusted Types are required, a page opens workers by a policy of its own.
  await using server = await serve(consumer.path("out-worker"), [], withFrameworks);
  const visited = await visit(page, `${server.origin}/worker.html`);

  expect(visited.outcome).toEqual({ result: "25", refused: "validation" });
  expect(visited.violations).toEqual([]);
  expect(visited.complaints).toEqual([]);
});

async function viteBuild(
  consumer: Consumer,
  folder: string,
  page = "index.html",
  resolve = {},
): Promise<void> {
  const config = {
    resolve,
    build: { outDir: folder, rolldownOptions: { input: page } },
  };
  const script = `
    const { build } = await import("vite");
    await build(${JSON.stringify(config)});
  `;
  const { code, stdout, stderr } = await consumer.node("--input-type=module", "-e", script);
  expect(code, stdout + stderr).toBe(0);
}

async function viteDev(consumer: Consumer): Promise<AsyncDisposable & { origin: string }> {
  const script = `
    const { createServer } = await import("vite");
    const server = await createServer({ server: { host: "127.0.0.1", port: 0 } });
    await server.listen();
    console.log("at " + server.httpServer.address().port + ".");
  `;
  const args = ["--input-type=module", "-e", script];
  const vite = spawn(process.execPath, args, { cwd: consumer.folder, env: npmEnv() });
  let said = "";
  const port = await new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer): void => {
      said += text;
      const [, port] = /at (\d+)\./.exec(said) ?? [];
      if (port) resolve(port);
    };
    vite.stdout.on("data", hear);
    vite.stderr.on("data", hear);
    vite.once("error", reject);
    vite.once("close", () => reject(new Error(`Vite's dev server did not start: ${said}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (vite.exitCode !== null || vite.signalCode !== null) return;
      const ended = once(vite, "exit");
      vite.kill();
      await ended;
    },
  };
}
