import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";

/** The reference server of the protocol, over Streamable HTTP on this machine. */
export class Everything {
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<Everything> {
    const server = new Everything(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  /** Starts it, also again after `kill()`: at the same address, and with no memory of sessions. */
  async start(): Promise<void> {
    const manifest = createRequire(import.meta.url).resolve(
      "@modelcontextprotocol/server-everything/package.json",
    );
    const child = spawn(
      process.execPath,
      [join(dirname(manifest), "dist", "index.js"), "streamableHttp"],
      { env: { ...process.env, PORT: String(this.#port) }, stdio: ["ignore", "ignore", "pipe"] },
    );
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      let said = "";
      child.stderr.on("data", (text) => {
        said += text;
        if (said.includes("listening on port")) resolve();
      });
      child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
    });
  }

  /** As when its machine loses power. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("There is no free port.");
  return address.port;
}
