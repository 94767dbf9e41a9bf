/** A server in a bundle of Nitro's, which is what Nuxt builds, run where the project is not. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { elsewhere, expect, testOf } from "./consumer.js";
import { npmEnv } from "./pack.js";

const test = testOf("nitro");

test.describe.configure({ mode: "default" }); // one installation serves the whole file

for (const [what, noExternals] of [
  ["packages beside the bundle", "false"],
  ["every package inside", "true"],
] as const) {
  test(`Nitro's build of a server answers a request wherever it is put: ${what}`, async ({
    consumer,
  }) => {
    const output = consumer.path(`out-${noExternals}`);
    const cli = consumer.path("node_modules/nitropack/dist/cli/index.mjs");
    const script = `
      Object.assign(process.env, { OUTPUT: ${JSON.stringify(output)}, NO_EXTERNALS: "${noExternals}" });
      process.argv.push("nitro", "build"); // as its command would
      await import(${JSON.stringify(cli)});
    `;
    const built = await consumer.node("--input-type=module", "-e", script);
    expect(built.code, built.stdout + built.stderr).toBe(0);
    await using moved = await elsewhere(output);

    const env = { ...npmEnv(), PORT: "0", HOST: "127.0.0.1" };
    const server = spawn(process.execPath, [join(moved.path, "server", "index.mjs")], { env });
    try {
      let heard = "";
      const origin = await new Promise<string>((resolve, reject) => {
        for (const stream of [server.stdout, server.stderr]) {
          stream.on("data", (text) => {
            heard += text;
            const [found] = /http:\/\/[\w.:]+/.exec(heard) ?? [];
            if (found) resolve(found);
          });
        }
        server.once("close", () => reject(new Error(`The server did not start: ${heard}`)));
      });
      const tools = [{ name: "show", description: "Shows.", parameters: { type: "object" } }];
      const messages = [{ id: "1", role: "user", content: "Said" }];
      const input = { threadId: "t", runId: "r", messages, tools };
      const response = await fetch(`${origin}/agent`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...input, state: {}, context: [], forwardedProps: {} }),
      });
      expect(await response.text(), heard).toContain('"delta":"Said by show"');
    } finally {
      if (server.exitCode === null) {
        const ended = once(server, "exit");
        server.kill();
        await ended;
      }
    }
  });
}
