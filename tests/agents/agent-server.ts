import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** One run as the server got it. */
export interface AgentRun {
  /** The request, as it came. */
  readonly body: {
    readonly messages: readonly RunMessage[];
    readonly tools: readonly { name: string; parameters: unknown }[];
    readonly resume?: readonly unknown[];
  };
  /** What the model was given, one entry per part; the last time, where a run asks the model more than once. */
  readonly shown: readonly Shown[];
}

/** A message as it stands in a request. */
export interface RunMessage {
  readonly role: string;
  readonly content?: string;
  readonly error?: string;
  readonly toolCallId?: string;
  readonly toolCalls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

/** A part of what a model reads. */
export interface Shown {
  readonly "user-prompt"?: string;
  readonly text?: string;
  readonly call?: string;
  readonly args?: string;
  readonly result?: string;
  readonly id?: string;
}

/** A server of this folder. */
export type AgentScript = "pydantic_agent.py" | "langgraph_agent.py";

/** A server of this folder, running. */
export class AgentServer {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: string) {
    this.#process = process;
    this.url = `http://127.0.0.1:${port}/`;
  }

  /** Starts the server on a free port. Fails with what it wrote to stderr when it does not come up. */
  static async start(
    python: string | undefined,
    name: AgentScript = "pydantic_agent.py",
  ): Promise<AgentServer> {
    if (!python) {
      throw new Error(
        "PYTHON is not set: it names a Python that has tests/agents/requirements.txt. `npm test -- agents` sets it.",
      );
    }
    const script = fileURLToPath(new URL(name, import.meta.url));
    const { PORT: _, ...env } = process.env;
    const server = spawn(python, [script], { env, stdio: ["pipe", "pipe", "pipe"] });
    let stderr = "";
    server.stderr.on("data", (text) => {
      stderr += text;
    });
    const fail = (why: string) => {
      server.kill();
      return new Error(
        `The AG-UI test server did not start (${python} ${script}): ${why}\n${stderr}`,
      );
    };
    let impatience: NodeJS.Timeout | undefined;
    const port = await new Promise<string>((resolve, reject) => {
      impatience = setTimeout(() => reject(fail("it does not listen after 45 s")), 45_000);
      let stdout = "";
      server.stdout.on("data", (text) => {
        stdout += text;
        const [, port] = /listening on (\d+)\s/.exec(stdout) ?? [];
        if (port) resolve(port);
      });
      server.once("error", (error) => reject(fail(error.message)));
      server.once("close", (code) => reject(fail(`it ended with code ${code}`)));
    }).finally(() => clearTimeout(impatience));
    return new AgentServer(server, port);
  }

  /** The runs of a thread, oldest first. */
  async runs(threadId: string): Promise<AgentRun[]> {
    const response = await fetch(`${this.url}requests?threadId=${encodeURIComponent(threadId)}`);
    return response.json();
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.stdin?.end();
    await ended;
  }
}
