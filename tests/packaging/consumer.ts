import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";
import { install } from "./install.js";
import { npmEnv } from "./pack.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** A folder for projects. Node looks for packages in every folder above a project, too: those must have none. */
const surroundings =
  [tmpdir(), "/var/tmp", "/dev/shm", homedir()].find(
    (folder) => existsSync(folder) && isAlone(folder),
  ) ?? tmpdir();

function isAlone(folder: string): boolean {
  if (existsSync(join(folder, "node_modules"))) return false;
  const above = dirname(folder);
  return above === folder || isAlone(above);
}

/** What a command said. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user's project, outside of the repository: the packed package installed from its tarball, and nothing of ours. */
export class Consumer {
  readonly folder: string;
  /** Folders that tests have built. */
  readonly #built = new Set<string>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Installs the packed package beside what an app of this folder names in its manifest; one that has none gets
   * the versions of Lit, OpenTelemetry's API, Vite and zod that the repository uses.
   */
  static async create(app: string, source = new URL(app, import.meta.url)): Promise<Consumer> {
    const folder = await mkdtemp(join(surroundings, "ag-ui-lit-consumer-"));
    const consumer = new Consumer(folder);
    await cp(fileURLToPath(source), folder, { recursive: true });
    if (!existsSync(consumer.path("package.json"))) {
      await consumer.write("package.json", JSON.stringify(await plainManifest()));
    }
    await install(app, folder);
    return consumer;
  }

  /** Copies a file of `examples/` into the project. */
  async copy(example: string, name: string): Promise<void> {
    await cp(fileURLToPath(new URL(`../../examples/${example}`, import.meta.url)), this.path(name));
  }

  async write(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), text);
  }

  /** Runs a JavaScript command in the project. Never rejects: see `code`. */
  node(...args: string[]): Promise<Said> {
    return this.#run(process.execPath, args);
  }

  /** Builds a folder by a JavaScript command, unless an earlier test of this project has. */
  async build(folder: string, ...args: string[]): Promise<void> {
    if (this.#built.has(folder)) return;
    const { code, stdout, stderr } = await this.node(...args);
    expect(code, stdout + stderr).toBe(0);
    this.#built.add(folder);
  }

  /** Runs a command that an installed package brings. Never rejects: see `code`. */
  command(name: string, ...args: string[]): Promise<Said> {
    const ending = process.platform === "win32" ? ".cmd" : "";
    return this.#run(this.path("node_modules", ".bin", name + ending), args);
  }

  async #run(command: string, args: string[]): Promise<Said> {
    const child = spawn(command, args, { cwd: this.folder, env: npmEnv() });
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

/** A copy of a folder where nothing lies beside it: no project, no packages. */
export async function elsewhere(folder: string): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(surroundings, "ag-ui-lit-elsewhere-"));
  await cp(folder, path, { recursive: true, verbatimSymlinks: true });
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

async function plainManifest(): Promise<object> {
  const { devDependencies } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  const names = ["@opentelemetry/api", "lit", "vite", "zod"];
  const versions = names.map((name) => [name, devDependencies[name]]);
  return { private: true, type: "module", dependencies: Object.fromEntries(versions) };
}

/** `test` with a user's project, made of a folder beside this file; a spec's tests share it. */
export const testOf = (app: string) =>
  base.extend<object, { consumer: Consumer }>({
    consumer: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
      async ({}, use) => {
        const consumer = await Consumer.create(app);
        await use(consumer);
        await consumer.remove();
      },
      { scope: "worker", timeout: 480_000 },
    ],
  });

/** A user's project, made of a folder of `examples/`. Removes itself. */
export async function exampleNamed(name: string): Promise<Consumer & AsyncDisposable> {
  const source = new URL(`../../examples/${name}`, import.meta.url);
  const consumer = await Consumer.create(`example-${name}`, source);
  return Object.assign(consumer, { [Symbol.asyncDispose]: () => consumer.remove() });
}

/** `test` with a user's project without a framework. */
export const test = testOf("app");

export { expect };
