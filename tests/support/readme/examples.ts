import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { oncePerRun } from "../once-per-run.js";
import { type Block, blockNamed, readBlocks } from "./blocks.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** What needs a package that only the packaging suite installs: `frameworks.spec.ts` compiles it there. */
const compiledElsewhere: ReadonlySet<string> = new Set(["vue-config", "rust-metadata-type"]);

/** The README's examples, built as a user's project would be. */
export class Examples {
  readonly blocks = readBlocks();
  /** The folder to serve. */
  readonly dist: string;
  readonly #sources: string;

  private constructor(sources: string) {
    this.#sources = sources;
    this.dist = join(sources, "dist");
  }

  static async build(): Promise<Examples> {
    return new Examples(await oncePerRun("readme", (folder) => new Examples(folder).#build()));
  }

  block(name: string): Block {
    return blockNamed(this.blocks, name);
  }

  /** Compiles the TypeScript examples as strictly as TypeScript can. */
  typeCheck(): Promise<Said> {
    const options = {
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      moduleDetection: "force",
      lib: ["es2022", "dom", "dom.iterable"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      skipLibCheck: true,
      noEmit: true,
    };
    const files = this.#typescript().map(({ name }) => `${name}.ts`);
    const config = join(this.#sources, "tsconfig.json");
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files }));
    const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
    return this.#node(join(dirname(typescript), "bin", "tsc"), "--project", config);
  }

  /** Runs a JavaScript example in Node. */
  runInNode(name: string): Promise<Said> {
    const file = join(this.#sources, `${name}.mjs`);
    writeFileSync(file, this.block(name).code);
    return this.#node(file);
  }

  /** Starts a JavaScript example that serves at the port that the environment names, and says when it does. */
  async serveInNode(
    name: string,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly url: string; stop(): void }> {
    const file = join(this.#sources, `${name}.mjs`);
    writeFileSync(file, this.block(name).code);
    const env = { ...process.env, ...variables, PORT: "0" };
    const child = spawn(process.execPath, [file], {
      cwd: repository,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const port = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", (said) => {
        const [, found] = /Listening at (\d+)/.exec(String(said)) ?? [];
        if (found) resolve(found);
      });
      child.once("exit", (code) => reject(new Error(`The example ${name} ended with ${code}.`)));
      child.once("error", reject);
    });
    return { url: `http://127.0.0.1:${port}/`, stop: () => void child.kill() };
  }

  #typescript(): Block[] {
    return this.blocks.filter(
      ({ language, name }) => language === "ts" && name && !compiledElsewhere.has(name),
    );
  }

  /** Pages whose own script imports the package by name: a bundler reads them. */
  #builtPages(): Block[] {
    return this.blocks.filter(
      ({ language, name, code }) =>
        language === "html" &&
        name &&
        /import "ag-ui-lit/.test(code) &&
        !code.includes("importmap"),
    );
  }

  async #build(): Promise<void> {
    const pages = this.#typescript().map(({ name, code }) => {
      writeFileSync(join(this.#sources, `${name}.ts`), code);
      const page = join(this.#sources, `${name}.html`);
      writeFileSync(page, pageOf(name as string));
      return page;
    });
    for (const { name, code } of this.#builtPages()) {
      const page = join(this.#sources, `${name}.html`);
      writeFileSync(page, code);
      pages.push(page);
    }
    // Only the worker that builds takes the time to load it.
    const { build } = await import("vite");
    await build({
      root: this.#sources,
      configFile: false,
      logLevel: "warn",
      build: {
        outDir: this.dist,
        target: "es2022",
        chunkSizeWarningLimit: 5000,
        rolldownOptions: { input: pages },
      },
    });
    const built = new Set(this.#builtPages());
    for (const block of this.blocks) {
      const { language, name, code } = block;
      // Exactly as written.
      if (language === "html" && name && !built.has(block))
        writeFileSync(join(this.dist, `${name}.html`), code);
    }
  }

  async #node(...args: string[]): Promise<Said> {
    const child = spawn(process.execPath, args, { cwd: this.#sources });
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
}

/** What a command said. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The page that the README promises its modules: the Lit page brings an element of its own, the others have one. */
function pageOf(name: string): string {
  const element =
    name === "lit-page"
      ? "<chat-page></chat-page>"
      : '<ag-ui-agent id="agent" url="/agent"></ag-ui-agent>';
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>${name}</title>
  ${element}
  <script type="module" src="./${name}.ts"></script>
</html>
`;
}
