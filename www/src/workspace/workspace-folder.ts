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
  readonly lastModified: number;
  /** How it differs from the samples. */
  readonly difference?: "new" | "edited";
}

/** What is in a file, as far as it is shown. */
export type FileContent =
  | { readonly kind: "text"; readonly text: string; readonly isCut: boolean }
  | { readonly kind: "binary" };

/** The workspace's folder, made with the samples in it where there is none. */
export async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  try {
    return await root.getDirectoryHandle(FOLDER);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return await writeSamples(root);
}

/** Puts the samples in the place of whatever is there. */
export async function resetFolder(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(FOLDER, { recursive: true }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  await writeSamples(root);
}

/** All files, by their paths; as many as are listed. */
export async function listFiles(folder: FileSystemDirectoryHandle): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for await (const [path, handle] of filesIn(folder)) {
    const file = await handle.getFile();
    const difference = await differenceOf(path, file);
    const { size, lastModified } = file;
    entries.push({ path, size, lastModified, ...(difference && { difference }) });
    if (entries.length === MOST_FILES) break;
  }
  return entries.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** What a file holds. Rejects when it is not there any more. */
export async function readFile(
  folder: FileSystemDirectoryHandle,
  path: string,
): Promise<FileContent> {
  const names = path.split("/");
  const name = names.pop() ?? "";
  let parent = folder;
  for (const each of names) parent = await parent.getDirectoryHandle(each);
  const file = await (await parent.getFileHandle(name)).getFile();
  const isCut = file.size > MOST_SHOWN;
  const bytes = await file.slice(0, MOST_SHOWN).arrayBuffer();
  try {
    // As a stream, what was cut in the middle of a character is no fault.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
    return text.includes("\0") ? { kind: "binary" } : { kind: "text", text, isCut };
  } catch {
    return { kind: "binary" };
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

async function differenceOf(path: string, file: File): Promise<FileEntry["difference"]> {
  const sample = Object.hasOwn(sampleFiles, path) ? sampleFiles[path] : undefined;
  if (sample === undefined) return "new";
  const bytes = new TextEncoder().encode(sample);
  if (bytes.length !== file.size) return "edited";
  const now = new Uint8Array(await file.arrayBuffer());
  return bytes.every((byte, index) => byte === now[index]) ? undefined : "edited";
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
