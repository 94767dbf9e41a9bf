import type { SharedStorage } from "./storage.js";

/** In the origin private file system: a file for each key. Tabs take turns by a lock, where the browser has locks. */
export class OpfsStorage implements SharedStorage {
  get(key: string): Promise<string | undefined> {
    return inTurn(async () => readFile(await folder(), key));
  }

  probe(key: string): Promise<unknown> {
    return inTurn(async () => {
      const files = await folder(false).catch(notFound);
      return files && readFile(files, key);
    });
  }

  replace(key: string, expected: string | undefined, text: string): Promise<boolean> {
    return inTurn(async () => {
      const files = await folder();
      if ((await readFile(files, key)) !== expected) return false;
      await writeFile(files, key, text);
      return true;
    });
  }

  move(from: string, to: string, text: string): Promise<void> {
    return inTurn(async () => {
      const files = await folder();
      if ((await readFile(files, from)) !== text) return;
      await writeFile(files, to, text);
      await files.removeEntry(nameOf(from));
    });
  }
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? await locks.request("ag-ui-lit-todo", work) : await work();
}

async function folder(create = true): Promise<FileSystemDirectoryHandle> {
  const storage = globalThis.navigator?.storage;
  if (typeof storage?.getDirectory !== "function") {
    throw new Error("there is no origin private file system here");
  }
  const root = await storage.getDirectory();
  return root.getDirectoryHandle("ag-ui-lit-todo", { create });
}

/** Any key is a name of a file. */
const nameOf = (key: string): string => `${encodeURIComponent(key).replaceAll(".", "%2E")}.json`;

async function readFile(
  files: FileSystemDirectoryHandle,
  key: string,
): Promise<string | undefined> {
  try {
    const handle = await files.getFileHandle(nameOf(key));
    return await (await handle.getFile()).text();
  } catch (thrown) {
    return notFound(thrown);
  }
}

/** Returns nothing for a missing file. @throws any other error. */
function notFound(thrown: unknown): undefined {
  if ((thrown as { name?: unknown } | null)?.name === "NotFoundError") return undefined;
  throw thrown;
}

/** Writes a file. The new content replaces the old when the file is closed, and not before. */
async function writeFile(
  files: FileSystemDirectoryHandle,
  key: string,
  text: string,
): Promise<void> {
  const handle = await files.getFileHandle(nameOf(key), { create: true });
  const stream = await handle.createWritable();
  try {
    await stream.write(text);
    await stream.close();
  } catch (thrown) {
    await stream.abort().catch(() => {});
    throw thrown;
  }
}
