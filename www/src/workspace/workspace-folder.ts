import { sampleFiles } from "./sample-files.js";

/** The folder of the origin private file system that the agent's file tools work in. */
export const FOLDER = "workspace";

/** More files are not listed, and more of a file not shown, in bytes. */
const MOST_FILES = 300;
const MOST_SHOWN = 64 * 1024;

/** A file of the workspace. */
export interface FileEntry {
  /** From the workspace's root, with `/` between names. */
  readonly path: string;
  readonly size: number;
  /** Its beginning; undefined if that is not text. */
  readonly text: string | undefined;
  /** How it differs from the samples. */
  readonly difference: "new" | "edited" | undefined;
}

/** Puts the samples in the place of whatever is there. */
export async function resetFolder(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(FOLDER, { recursive: true }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  await writeSamples(root);
}

/** All files, by their paths; as many as are listed. The samples are written where there is no folder. */
export async function listFiles(): Promise<FileEntry[]> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return writeSamples(root);
  });
  const entries: FileEntry[] = [];
  for await (const [path, handle] of filesIn(folder)) {
    entries.push(await entryOf(path, await handle.getFile()));
    if (entries.length === MOST_FILES) break;
  }
  return entries.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function entryOf(path: string, file: File): Promise<FileEntry> {
  const { size } = file;
  const text = textOf(await file.slice(0, MOST_SHOWN).arrayBuffer(), size > MOST_SHOWN);
  const sample = Object.hasOwn(sampleFiles, path) ? sampleFiles[path] : undefined;
  const difference = sample === undefined ? "new" : text === sample ? undefined : "edited";
  return { path, size, text, difference };
}

/** UTF-8 text; undefined for anything else. Cut in the middle of a character it is text as well. */
function textOf(bytes: ArrayBuffer, isCut: boolean): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

async function* filesIn(
  folder: FileSystemDirectoryHandle,
  above = "",
): AsyncGenerator<[path: string, file: FileSystemFileHandle]> {
  for await (const [name, handle] of folder.entries()) {
    const path = `${above}${name}`;
    if (handle.kind === "file") yield [path, handle as FileSystemFileHandle];
    else yield* filesIn(handle as FileSystemDirectoryHandle, `${path}/`);
  }
}

async function writeSamples(root: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle> {
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  for (const [path, text] of Object.entries(sampleFiles)) {
    const names = path.split("/");
    const name = names.pop() ?? "";
    let parent = folder;
    for (const each of names) parent = await parent.getDirectoryHandle(each, { create: true });
    const writable = await (await parent.getFileHandle(name, { create: true })).createWritable();
    await writable.write(text);
    await writable.close();
  }
  return folder;
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}
