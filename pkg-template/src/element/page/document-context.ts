import { isObject, read } from "../../codec/safe-read.js";
import { report } from "../../events/report.js";
import { onAbort } from "../../execution/on-abort.js";
import { type ContextEntry, readEntry } from "./context-entries.js";

/** The events by which any script of a page tells its agents something, without importing anything. Dispatch them on `document`. */
export interface AgUiContextEventMap {
  /**
   * Adds an entry to the context of every `<ag-ui-agent>` of the document, also of those that are connected later. Its
   * `signal` removes it.
   */
  "ag-ui-context-add": CustomEvent<ContextEntry & { readonly signal?: AbortSignal }>;
  /** Removes an entry: the very object that was added. */
  "ag-ui-context-remove": CustomEvent<ContextEntry>;
}

declare global {
  interface DocumentEventMap extends AgUiContextEventMap {}
}

/** What the scripts of a document have added. */
interface DocumentContext {
  readonly entries: Set<ContextEntry>;
  readonly elements: Set<object>;
}

const contexts = new WeakMap<Document, DocumentContext>();

/** Begins to hear the document's events for an element. */
export function connectDocumentContext(document: Document, element: object): void {
  const known = contexts.get(document) ?? { entries: new Set(), elements: new Set() };
  contexts.set(document, known);
  if (known.elements.size === 0) {
    for (const [type, listener] of listeners) document.addEventListener(type, listener);
  }
  known.elements.add(element);
}

/** Stops hearing for an element. What was added stays for those that come later. */
export function disconnectDocumentContext(document: Document, element: object): void {
  const known = contexts.get(document);
  known?.elements.delete(element);
  if (known?.elements.size !== 0) return;
  for (const [type, listener] of listeners) document.removeEventListener(type, listener);
}

/** What the scripts of a document have added. */
export function documentContext(document: Document): Iterable<ContextEntry> {
  return contexts.get(document)?.entries ?? [];
}

const listeners: readonly [string, (event: Event) => void][] = [
  ["ag-ui-context-add", add],
  ["ag-ui-context-remove", remove],
];

function add(event: Event): void {
  const entries = entriesOf(event);
  try {
    const entry = readEntry(detailOf(event), "the detail of ag-ui-context-add");
    const signal = read(entry, "signal");
    if (isSignal(signal)) {
      if (signal.aborted) return;
      onAbort(signal, () => void entries?.delete(entry));
    }
    entries?.add(entry);
  } catch (thrown) {
    report(thrown);
  }
}

function remove(event: Event): void {
  entriesOf(event)?.delete(detailOf(event) as ContextEntry);
}

function entriesOf(event: Event): Set<ContextEntry> | undefined {
  return contexts.get(event.currentTarget as Document)?.entries;
}

function detailOf(event: Event): unknown {
  return (event as CustomEvent<unknown>).detail;
}

function isSignal(value: unknown): value is AbortSignal {
  return isObject(value) && typeof read(value, "addEventListener") === "function";
}
