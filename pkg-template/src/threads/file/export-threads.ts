import type { StoredThread, ThreadStore } from "../../durable/thread-store.js";
import { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import { FORMAT, VERSION } from "./format.js";

/** The threads of a file that was written. */
export interface ThreadExport {
  /** The file: JSON in UTF-8, of the type `application/json`. */
  readonly file: Blob;
  /** Ids of the threads in it. */
  readonly exported: readonly string[];
  /** Ids of threads that are not in it, since they could not be loaded or are gone. */
  readonly missing: readonly string[];
}

/**
 * UTF-16 units that are kept as text before they become part of a `Blob`, which the browser keeps outside of the page's
 * memory.
 */
const PIECE = 1024 * 1024;

/** Writes threads with the records of their calls into one file, one after the other, in turns with the page. */
export async function exportThreads(
  store: ThreadStore,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ThreadExport> {
  const file = new GrowingFile();
  const slice = new WorkSlice();
  const exported: string[] = [];
  const missing: string[] = [];
  file.write(
    `{"format":${JSON.stringify(FORMAT)},"version":${VERSION},"exportedAt":${Date.now()},"threads":[`,
  );
  for (const id of ids) {
    signal?.throwIfAborted();
    const thread = await store.load(id).catch(() => undefined);
    if (!thread) {
      missing.push(id);
      continue;
    }
    const calls = await store.calls(id).catch(() => []);
    file.write(exported.length > 0 ? ",\n" : "\n");
    await writeThread(file, thread, calls, slice);
    exported.push(id);
  }
  file.write("\n]}\n");
  slice.end();
  return { file: file.end(), exported, missing };
}

async function writeThread(
  file: GrowingFile,
  { messages, run: _ofThisServer, ...rest }: StoredThread,
  calls: readonly object[],
  slice: WorkSlice,
): Promise<void> {
  // The keys of calls name them in this store alone.
  const records = calls.map((call) => ({ ...call, key: undefined, threadId: undefined }));
  const head = JSON.stringify({ ...rest, calls: records });
  file.write(`${head.slice(0, -1)},"messages":[`);
  for (const [index, message] of messages.entries()) {
    if (slice.isDue) await slice.yield();
    file.write((index > 0 ? ",\n" : "\n") + JSON.stringify(message));
  }
  file.write("]}");
}

/** A text that becomes a `Blob` piece by piece. */
class GrowingFile {
  readonly #pieces: Blob[] = [];
  #texts: string[] = [];
  #length = 0;

  write(text: string): void {
    this.#texts.push(text);
    this.#length += text.length;
    if (this.#length > PIECE) this.#flush();
  }

  end(): Blob {
    this.#flush();
    return new Blob(this.#pieces, { type: "application/json" });
  }

  #flush(): void {
    this.#pieces.push(new Blob(this.#texts));
    this.#texts = [];
    this.#length = 0;
  }
}
