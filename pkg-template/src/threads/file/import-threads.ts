import { messageOf } from "../../codec/describe.js";
import { randomId } from "../../codec/random-id.js";
import type { StoredThread, ThreadStore } from "../../durable/thread-store.js";
import { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import { cutFile } from "./cut-file.js";
import { Malformed } from "./fields.js";
import { FORMAT, VERSION } from "./format.js";
import { FILE_LIMITS } from "./limits.js";
import { type FileThread, readFileThread } from "./read-file-thread.js";
import { ThreadListError } from "./thread-list-error.js";

/** A thread that was imported. */
export interface ImportedThread {
  /** Its id in the store. */
  readonly id: string;
  /** Whether that is another id than in the file: one that exists, or could not be one. */
  readonly hasNewId: boolean;
  /** Messages with instructions for the model (`system`, `developer`), which were left out. */
  readonly leftOut: number;
}

/** A thread that was not imported. */
export interface RefusedThread {
  /** Its place in the file, from 0. */
  readonly index: number;
  /** `malformed`: it is not a thread, or exceeds a limit. `not_stored`: the store did not take it. */
  readonly code: "malformed" | "not_stored";
  /** The reason, in English, without text of the file. */
  readonly message: string;
}

/** The result of an import. */
export interface ThreadImport {
  readonly imported: readonly ImportedThread[];
  readonly refused: readonly RefusedThread[];
}

/** The lock under which tabs import. */
const LOCK = "ag-ui-lit-import-threads";

/** The last import into each store of this page. */
const imports = new WeakMap<ThreadStore, Promise<void>>();

/** Adds the threads of a file to a store, one after the other, in turns with the page. */
export async function importThreads(
  store: ThreadStore,
  file: Blob | string,
  signal: AbortSignal | undefined,
): Promise<ThreadImport> {
  const slice = new WorkSlice();
  const texts = await threadsIn(file, slice);
  const imported: ImportedThread[] = [];
  const refused: RefusedThread[] = [];
  const add = async (): Promise<void> => {
    for (const [index, text] of texts.entries()) {
      signal?.throwIfAborted();
      if (slice.isDue) await slice.yield();
      try {
        imported.push(await save(store, await readFileThread(text, slice)));
      } catch (thrown) {
        const isMalformed = thrown instanceof Malformed;
        const code = isMalformed ? "malformed" : "not_stored";
        const reason = isMalformed ? thrown.message : `the store failed: ${messageOf(thrown)}`;
        refused.push({ index, code, message: `Thread ${index + 1} was not imported: ${reason}.` });
      }
    }
  };
  await oneByOne(store, signal, add);
  slice.end();
  return { imported, refused };
}

/** Imports one after the other, here and in other tabs: two of them could find the same id free. */
async function oneByOne(
  store: ThreadStore,
  signal: AbortSignal | undefined,
  add: () => Promise<void>,
): Promise<void> {
  const before = imports.get(store);
  const locks = globalThis.navigator?.locks;
  const work = (async () => {
    await before;
    await (locks ? locks.request(LOCK, signal ? { signal } : {}, add) : add());
  })();
  imports.set(
    store,
    work.catch(() => {}),
  );
  await work;
}

async function threadsIn(file: Blob | string, slice: WorkSlice): Promise<readonly string[]> {
  const size = typeof file === "string" ? file.length : file.size;
  if (size > FILE_LIMITS.bytes) {
    throw new ThreadListError(
      "file_too_large",
      `the file has more than ${FILE_LIMITS.bytes} bytes.`,
    );
  }
  const cut = await cutFile(typeof file === "string" ? file : await file.text(), slice);
  if (cut?.head.format !== FORMAT) {
    throw new ThreadListError(
      "file_unreadable",
      `the file is not an export of threads, is incomplete, or has more than ${FILE_LIMITS.threads} threads.`,
    );
  }
  if (cut.head.version !== VERSION) {
    throw new ThreadListError(
      "file_unreadable",
      `the file is of another version than ${VERSION}. Import it with the version of ag-ui-lit that wrote it, or a later one.`,
    );
  }
  return cut.threads;
}

async function save(
  store: ThreadStore,
  { id, thread, instructions }: FileThread,
): Promise<ImportedThread> {
  const isFree =
    id !== undefined && !(await store.load(id)) && (await store.calls(id)).length === 0;
  const own = isFree ? id : randomId();
  const stored: StoredThread = { ...thread, id: own };
  // A file must not push threads out of the store that the person has.
  await store.save(stored, { removesOthers: false });
  // The person has not missed the messages of a thread that they import.
  await store.update(own, { isRead: true });
  return { id: own, hasNewId: own !== id, leftOut: instructions };
}
