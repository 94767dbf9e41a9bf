import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A user of the machine, who is not root. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * The account that servers run as: this process's own, or that of `postgres` or `nobody` for root, whom PostgreSQL
 * refuses.
 */
export function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error("A test as root needs the account nobody or postgres, to start a server as it.");
}

/** A folder for a server's data, which is removed when the process ends. */
export function dataFolder(name: string, { uid, gid }: Account): string {
  const folder = mkdtempSync(join(tmpdir(), `ag-ui-lit-${name}-`));
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("No port is free.");
  return address.port;
}

/** A server of a test, which ends with the process at the latest. */
export class ServerProcess {
  readonly #start: () => ChildProcess;
  #child: ChildProcess | undefined;
  #output = "";

  constructor(command: string, args: readonly string[], account: Account, cwd: string) {
    this.#start = () =>
      spawn(command, args, { ...account, cwd, stdio: ["ignore", "pipe", "pipe"] });
    process.once("exit", () => this.#child?.kill("SIGKILL"));
  }

  /** The end of its output. */
  get output(): string {
    return this.#output.slice(-4_000);
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && !this.#child.signalCode;
  }

  start(): void {
    const child = this.#start();
    const note = (text: string): void => {
      this.#output = (this.#output + text).slice(-16_000);
    };
    child.stdout?.setEncoding("utf8").on("data", note);
    child.stderr?.setEncoding("utf8").on("data", note);
    child.on("error", (error) => note(String(error)));
    this.#child = child;
  }

  /** Ends it, and waits until it has ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  /** Stops or continues its process, as a machine without time for it does. */
  send(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(signal);
  }
}
