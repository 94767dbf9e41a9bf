import type { Page } from "@playwright/test";
import type { AgUiAgent } from "ag-ui-lit/element";
import type { FileToolsOptions } from "ag-ui-lit/toolbox";

/** What a call came to: what the model reads, and what a page gets. */
export interface Said {
  readonly text: string;
  readonly ok: boolean;
  readonly code?: string;
  readonly category?: string;
  readonly output?: unknown;
}

/** A page with file and search tools, and a way to its files that is not the tools'. */
export interface Desk {
  run(tool: string, args: object, signal?: AbortSignal): Promise<Said>;
  /** Writes a file, as somebody else would. */
  put(path: string, content: BlobPart): Promise<void>;
  /** A file's bytes; nothing where there is none. */
  bytes(path: string): Promise<number[] | undefined>;
  /** A file's text. */
  text(path: string): Promise<string | undefined>;
  /** Every path, sorted; of folders with `/` at the end. */
  paths(): Promise<string[]>;
  /** What the manager raised as progress. */
  readonly progress: unknown[];
  readonly registry: InstanceType<typeof agUi.ToolRegistry>;
}

declare global {
  function openDesk(options?: Partial<FileToolsOptions>): Promise<Desk>;
  function deskAgent(url: string, options?: Partial<FileToolsOptions>): Promise<AgUiAgent>;
  var desk: Desk;
}

/** Opens a page of the origin with `openDesk` in it, and a desk as `desk`. */
export async function openPage(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await offerDesk(page);
}

/** Puts `openDesk` and `desk` into the page. */
export async function offerDesk(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await load("toolbox");
    await agUi.init();

    async function folderOf(names: string[], create: boolean): Promise<FileSystemDirectoryHandle> {
      let folder = await navigator.storage.getDirectory();
      for (const name of names) folder = await folder.getDirectoryHandle(name, { create });
      return folder;
    }

    async function fileAt(path: string, create = false): Promise<FileSystemFileHandle> {
      const names = path.split("/");
      const name = names.pop() ?? "";
      return (await folderOf(names, create)).getFileHandle(name, { create });
    }

    async function put(path: string, content: BlobPart): Promise<void> {
      const writable = await (await fileAt(path, true)).createWritable();
      await writable.write(new Blob([content]));
      await writable.close();
    }

    async function bytes(path: string): Promise<number[] | undefined> {
      // The file may be removed at any moment of the reading.
      const read = async () => (await (await fileAt(path)).getFile()).arrayBuffer();
      const buffer = await read().catch(() => undefined);
      return buffer && [...new Uint8Array(buffer)];
    }

    async function text(path: string): Promise<string | undefined> {
      const read = await bytes(path);
      return read && new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array(read));
    }

    async function paths(): Promise<string[]> {
      const found: string[] = [];
      const look = async (folder: FileSystemDirectoryHandle, above: string): Promise<void> => {
        const handles = folder as unknown as { values(): AsyncIterable<FileSystemHandle> };
        for await (const handle of handles.values()) {
          const path = above + handle.name;
          if (handle.kind === "file") found.push(path);
          else {
            found.push(`${path}/`);
            await look(handle as FileSystemDirectoryHandle, `${path}/`);
          }
        }
      };
      await look(await folderOf([], false), "");
      return found.sort();
    }

    async function openDesk(options: Partial<FileToolsOptions> = {}): Promise<Desk> {
      const registry = new agUi.ToolRegistry();
      const manager = new agUi.ToolExecutionManager(
        undefined,
        {
          ...agUi.DEFAULT_RETRY_CONFIG,
          maxAttempts: 1,
        },
        { circuitBreaker: false },
      );
      const { root = "opfs", ...more } = options;
      for (const tool of toolbox.fileTools({ root, ...more })) registry.register(tool);
      for (const tool of toolbox.searchTools({ root })) registry.register(tool);
      const progress: unknown[] = [];
      manager.addEventListener("tool-execution-progress", ({ detail }) =>
        progress.push(detail.progress),
      );
      let calls = 0;
      return {
        async run(name, args, signal) {
          calls += 1;
          const tool = registry.get(name);
          if (!tool) throw new Error(`There is no ${name}.`);
          const result = await manager.execute(tool, `c${calls}`, args as never, {
            ...(signal && { signal }),
          });
          if (result.success) return { ok: true, text: result.result, output: result.output };
          const { message, code, category } = result.error;
          return { ok: false, text: message, category, ...(code !== undefined && { code }) };
        },
        put,
        bytes,
        text,
        paths,
        progress,
        registry,
      };
    }

    async function deskAgent(url: string, options: Partial<FileToolsOptions> = {}) {
      const element = openAgent(url);
      const { root = "opfs", ...more } = options;
      for (const tool of toolbox.fileTools({ root, ...more })) await element.registerTool(tool);
      return element;
    }

    Object.assign(globalThis, { openDesk, deskAgent, desk: await openDesk() });
  });
}
