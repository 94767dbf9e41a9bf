import type { Context } from "@ag-ui/core";
import { onAbort } from "../../execution/on-abort.js";
import { refuseUnknown } from "../../options/unknown-options.js";
import {
  type AddContextOptions,
  type ContextEntry,
  type ContextRegistration,
  contextNow,
  readEntries,
  readEntry,
} from "./context-entries.js";
import {
  connectDocumentContext,
  disconnectDocumentContext,
  documentContext,
} from "./document-context.js";

/** What an element tells its agent of the page. */
export class PageContext {
  /** What the page has set. */
  #entries: readonly ContextEntry[] = [];
  /** What was added besides. */
  readonly #added = new Set<{ readonly entry: ContextEntry }>();
  #document: Document | undefined;

  get entries(): readonly ContextEntry[] {
    return this.#entries;
  }

  set entries(given: readonly ContextEntry[] | null | undefined) {
    this.#entries = readEntries(given);
  }

  /** Adds an entry. @throws {TypeError} when it is none. */
  add(given: ContextEntry, options: AddContextOptions = {}): ContextRegistration {
    refuseUnknown("addContext()", options, ["signal"]);
    const added = { entry: readEntry(given, "addContext()") };
    const { signal } = options;
    if (signal?.aborted) return { remove: () => {} };
    this.#added.add(added);
    const forget = signal && onAbort(signal, () => void this.#added.delete(added));
    return {
      remove: () => {
        this.#added.delete(added);
        forget?.();
      },
    };
  }

  /** The element is in a document. */
  connect(document: Document): void {
    this.#document = document;
    connectDocumentContext(document, this);
  }

  /** The element has left the document. */
  disconnect(): void {
    if (this.#document) disconnectDocumentContext(this.#document, this);
    this.#document = undefined;
  }

  /** What is sent with a run that starts now. */
  now(): Context[] {
    const ofDocument = this.#document ? documentContext(this.#document) : [];
    const added = Array.from(this.#added, ({ entry }) => entry);
    return contextNow([...this.#entries, ...added, ...ofDocument]);
  }
}
