/**
 * Importing an entry does nothing: servers' workers forbid random numbers, timers and requests while modules are imported. Each
 * entry is imported in a process of its own, in which all of these throw.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const manifest = new URL("../../pkg/package.json", import.meta.url);

/** Every entry that is a script, for Node and for browsers' workers; workerd itself judges its own, in the packaging suite. */
const entries = Object.entries<Record<string, string>>(
  JSON.parse(readFileSync(manifest, "utf8")).exports,
).flatMap(([name, conditions]) => {
  const scripts = ["node", "worker", "default"].flatMap((condition) => {
    const file = conditions[condition];
    return file?.endsWith(".js") ? [file] : [];
  });
  // It is for pages alone, and says so.
  const files = scripts.filter(
    (file) => !/\/(standalone|standalone-chat|element\.browser)\.js$/.test(file),
  );
  return files.map((file) => ({ name, file }));
});

/** Entries whose elements render by Lit's templates: Lit marks them with a number from `Math.random` as it is imported. */
const showing = new Set([
  "./approvals",
  "./chat",
  "./json-form",
  "./standalone-chat",
  "./threads",
  "./views",
]);

const forbid = `
  const forbidden = (name) => () => { throw new Error(name + " was called while a module was imported"); };
  for (const [holder, names] of [
    [globalThis, ["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "fetch"]],
    [crypto, ["getRandomValues", "randomUUID"]],
    [crypto.subtle, ["digest", "generateKey"]],
    [Math, ["random"]],
    [Date, ["now"]],
    [performance, ["now"]],
    [WebAssembly, ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]],
  ]) {
    for (const name of names) Object.defineProperty(holder, name, { value: forbidden(name) });
  }
  for (const name of ["AbortController", "MessageChannel", "BroadcastChannel", "WebSocket"]) {
    Object.defineProperty(globalThis, name, { value: class { constructor() { forbidden(name)(); } } });
  }
`;

test("there are entries to import", () => {
  assert.ok(entries.length > 20);
});

for (const { name, file } of entries) {
  test(`importing ${name.replace(".", "ag-ui-lit")} (${file}) draws, waits for and asks nothing`, async () => {
    const address = new URL(file, manifest).href;
    const forbidden = showing.has(name) ? forbid.replace('[Math, ["random"]],', "") : forbid;
    const script = `${forbidden}\nawait import(${JSON.stringify(address)});`;
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "-e", script],
      { cwd: fileURLToPath(new URL("../..", import.meta.url)) },
    );
    assert.deepEqual([stdout, stderr], ["", ""]);
  });
}

test("what a server makes while modules are imported draws, waits for and asks nothing", async () => {
  const script = `${forbid}
    const { registerTool, ToolExecutionManager, ToolRegistry } = await import("ag-ui-lit");
    const { AgentReasoner, AgentToolExecutor, ClientToolProvider, serveAgent } = await import("ag-ui-lit/server");
    const registry = new ToolRegistry();
    const schema = { type: "object", properties: { a: { type: "number", minimum: 1 } } };
    const definition = { name: "it", description: "It.", schema, handler: () => 1 };
    registry.register(definition);
    await registerTool(definition);
    new ToolExecutionManager();
    const executor = new AgentToolExecutor({ registry });
    const handler = serveAgent(new AgentReasoner({ executor, model: () => ({ text: "" }) }));
    console.log(typeof handler);
  `.replace('[Math, ["random"]],', ""); // the seeds of hash tables come from there where nothing else may be drawn
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", script],
    { cwd: fileURLToPath(new URL("../..", import.meta.url)) },
  );
  assert.deepEqual([stdout, stderr], ["function\n", ""]);
});
