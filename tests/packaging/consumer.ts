import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test as base } from "@playwright/test";
import { npmEnv, pack } from "./pack.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** What a command said. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user's project, outside of the repository: the packed package installed from its tarball, and nothing of ours. */
export class Consumer {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Packs the package and installs it with the versions of Vite and zod that the repository uses. */
  static async create(): Promise<Consumer> {
    const folder = await mkdtemp(join(tmpdir(), "ag-ui-lit-consumer-"));
    const consumer = new Consumer(folder);
    await consumer.write("package.json", JSON.stringify({ private: true, type: "module" }));
    const { tarball } = await pack(folder);
    const { devDependencies } = JSON.parse(
      await readFile(join(repository, "package.json"), "utf8"),
    );
    const others = ["vite", "zod"].map((name) => `${name}@${devDependencies[name]}`);
    const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball, ...others];
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    await promisify(execFile)(npm, args, { cwd: folder, env: npmEnv() });
    await cp(fileURLToPath(new URL("app", import.meta.url)), folder, { recursive: true });
    return consumer;
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), text);
  }

  /** Runs a JavaScript command in the project. Never rejects: see `code`. */
  async node(...args: string[]): Promise<Said> {
    const child = spawn(process.execPath, args, { cwd: this.folder, env: npmEnv() });
    const said = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].on("data", (text) => {
        said[stream] += text;
      });
    }
    const code = await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code ?? -1));
    });
    return { code, ...said };
  }

  /** A path in the project. */
  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** `test` with a user's project; a file's tests share it. */
export const test = base.extend<object, { consumer: Consumer }>({
  consumer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const consumer = await Consumer.create();
      await use(consumer);
      await consumer.remove();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

export { expect } from "@playwright/test";
