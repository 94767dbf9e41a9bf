import {
  documentOf,
  frameDocument,
  isElement,
  isIn,
  matches,
  nameOf,
  parentOf,
  read,
  windowOf,
} from "./dom.js";
import { References } from "./references.js";
import { Snapshot, type SnapshotOptions } from "./snapshot.js";
import { Trouble } from "./trouble.js";

export interface PartOptions extends SnapshotOptions {
  readonly root: Element | (() => Element | null | undefined) | undefined;
  readonly frame: HTMLIFrameElement | undefined;
}

/** As many nodes as are read of an element that is only named. */
const mostOfOne = 400;

/** The part of the page that the agent may see and use. */
export class Part {
  readonly #options: PartOptions;
  readonly #references = new References();
  #last: Snapshot | undefined;

  constructor(options: PartOptions) {
    this.#options = options;
  }

  get ignore(): string {
    return this.#options.ignore;
  }

  get readsSensitive(): boolean {
    return this.#options.readsSensitive;
  }

  get frame(): HTMLIFrameElement | undefined {
    return this.#options.frame;
  }

  /** The document that is seen. */
  document(): Document {
    const { frame } = this.#options;
    if (!frame) return documentOf(this.root());
    const shown = frameDocument(frame);
    if (!shown) throw new Trouble({ kind: "closedFrame" });
    return shown;
  }

  /** The outermost element that may be used. */
  root(): Element {
    const { root, frame } = this.#options;
    const shown = frame ? this.document() : document;
    const chosen = typeof root === "function" ? root() : root;
    const element =
      root === undefined ? read<Element | null>(Document.prototype, "body", shown) : chosen;
    if (!element || !isElement(element)) throw new Trouble({ kind: "noRoot" });
    if (!windowOf(element) || !read<boolean>(Node.prototype, "isConnected", element)) {
      throw new Trouble({ kind: "noRoot" });
    }
    if (frame && !isIn(element, frame)) throw new Trouble({ kind: "noRoot" });
    return element;
  }

  /** The element that has a reference, where it may be used. */
  element(number: number): Element {
    const reference = `e${number}`;
    const element = this.#references.element(number);
    if (typeof element === "string") throw new Trouble({ kind: element, reference });
    const isThere = read<boolean>(Node.prototype, "isConnected", element) && windowOf(element);
    if (!isThere) throw new Trouble({ kind: "gone", reference });
    if (!this.holds(element)) throw new Trouble({ kind: "outside", reference });
    return element;
  }

  /** Whether an element may be used. */
  holds(element: Element): boolean {
    const root = this.root();
    for (let each: Element | null = element; each; each = parentOf(each)) {
      if (each === root) return true;
      if (matches(each, this.#options.ignore)) return false;
    }
    return false;
  }

  /** The reference of an element that may be used, as text. */
  referenceOf(element: Element | null | undefined): string | null {
    return element && this.holds(element) ? `e${this.#references.of(element)}` : null;
  }

  /** What is shown in all of the part, or in one element. */
  snapshot(of: number | undefined): object {
    const root = of === undefined ? this.root() : this.element(of);
    let seen = new Snapshot(root, this.#options);
    const modal = of === undefined ? seen.modal : undefined;
    if (modal) seen = new Snapshot(modal, this.#options);
    this.#last = seen;
    const shown = documentOf(root);
    return {
      url: read<string>(Document.prototype, "URL", shown),
      title: read<string>(Document.prototype, "title", shown),
      nodes: seen.nodes,
      isCut: seen.isCut,
      isModal: modal !== undefined,
      closedFrames: seen.closedFrames,
    };
  }

  /** The numbers of nodes of the last snapshot. */
  references(nodes: Iterable<number>): Uint32Array {
    const numbers = Array.from(nodes, (node) => {
      const element = this.#last?.elements[node];
      return element ? this.#references.of(element) : 0;
    });
    return Uint32Array.from(numbers);
  }

  /** The dialogs that are open in it. */
  dialogs(): Element[] {
    const found: Element[] = [];
    const root = this.root();
    const open = "dialog[open], [role=dialog], [role=alertdialog]";
    for (const element of Document.prototype.querySelectorAll.call(documentOf(root), open)) {
      const isOpen = nameOf(element) === "dialog" || element.getClientRects().length > 0;
      if (isOpen && isIn(element, root)) found.push(element);
    }
    return found;
  }
}

export { mostOfOne };
