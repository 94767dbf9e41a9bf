import {
  frameDocument,
  isIn,
  parentOf,
  pathOf,
  shadowRootOf,
  shownIn,
} from "../../dom/flat-tree.js";
import {
  addressOf,
  bodyOf,
  documentOf,
  hasAttribute,
  isConnected,
  isElement,
  matches,
  nameOf,
  scopeOf,
  titleOf,
  windowOf,
} from "../../dom/members.js";
import { AccessFailure } from "./access-failure.js";
import { References } from "./references.js";
import { type RawNode, Snapshot, type SnapshotOptions } from "./snapshot.js";
import { readInTurns } from "./turns.js";

export interface PartOptions extends Pick<SnapshotOptions, "readsSensitive" | "mostNodes"> {
  readonly root: Element | (() => Element | null | undefined) | undefined;
  readonly frame: HTMLIFrameElement | undefined;
  /** A selector of further elements that are left out. */
  readonly ignore: string;
}

/** The maximum number of nodes that are read of an element that is only named. */
const mostOfOne = 400;

/** The maximum number of nodes that are read of a new text, and of characters. */
const mostOfText = 100;
const mostCharacters = 300;

/** The maximum number of elements that are searched for shadow roots. */
const mostSearched = 4_000;

/** The maximum number of nodes that cross at once. */
const mostAtOnce = 500;

/** The maximum number of kept snapshots whose references were not requested: those of abandoned calls. */
const mostLooks = 20;

/** The part of the page that the agent may see and use. */
export class Part {
  readonly #options: PartOptions;
  readonly #references = new References();
  readonly #looks = new Map<number, Snapshot>();
  #lastLook = 0;

  constructor(options: PartOptions) {
    this.#options = options;
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
    if (!shown) throw new AccessFailure({ kind: "closedFrame" });
    return shown;
  }

  /** The outermost element that may be used. */
  root(): Element {
    const { root, frame } = this.#options;
    const shown = frame ? this.document() : document;
    const chosen = typeof root === "function" ? root() : root;
    const element = root === undefined ? bodyOf(shown) : chosen;
    if (!element || !isElement(element)) throw new AccessFailure({ kind: "noRoot" });
    if (!windowOf(element) || !isConnected(element)) throw new AccessFailure({ kind: "noRoot" });
    if (frame && !isIn(element, frame)) throw new AccessFailure({ kind: "noRoot" });
    return element;
  }

  /** The element that has a reference, where it may be used. */
  element(number: number): Element {
    const reference = `e${number}`;
    const element = this.#references.element(number);
    if (typeof element === "string") throw new AccessFailure({ kind: element, reference });
    if (!isConnected(element) || !windowOf(element))
      throw new AccessFailure({ kind: "gone", reference });
    if (!this.holds(element)) throw new AccessFailure({ kind: "outside", reference });
    return element;
  }

  /**
   * Returns true for an element that is never the agent's, and whose content therefore isn't either: the elements of
   * this package, which ask the person about the agent, those marked by the page, and those that match the `ignore`
   * option.
   */
  isIgnored(element: Element): boolean {
    return (
      nameOf(element).startsWith("ag-ui-") ||
      hasAttribute(element, "data-ag-ui-ignore") ||
      (this.#options.ignore !== "" && matches(element, this.#options.ignore))
    );
  }

  /** Returns true if an element may be used. */
  holds(element: Element): boolean {
    const root = this.root();
    for (const each of pathOf(element)) {
      if (each === root) return true;
      if (this.isIgnored(each)) return false;
    }
    return false;
  }

  /** The same of a part that may be gone: then nothing may be used. */
  mayHold(element: Element): boolean {
    try {
      return this.holds(element);
    } catch {
      return false;
    }
  }

  /** The reference of an element that may be used, as text. */
  referenceOf(element: Element | null | undefined): string | null {
    return element && this.mayHold(element) ? `e${this.#references.of(element)}` : null;
  }

  /** The beginning of one element, for its name. */
  glimpse(of: number): object {
    const element = this.element(of);
    const seen = this.#snapshot(element, mostOfOne).read();
    return { ...this.#told(element, seen, 0), nodes: seen.nodes };
  }

  /** The visible content of the part, or of one element: read in turns with the page. */
  async look(of: number | undefined, signal: AbortSignal): Promise<object> {
    const read = (root: Element): Promise<Snapshot> =>
      readInTurns(() => this.#snapshot(root, this.#options.mostNodes), root, this, signal);
    const root = of === undefined ? this.root() : this.element(of);
    let seen = await read(root);
    const modal = of === undefined ? seen.modal : undefined;
    if (modal && isConnected(modal)) seen = await read(modal);
    this.#lastLook += 1;
    this.#looks.set(this.#lastLook, seen);
    const [oldest = 0] = this.#looks.keys();
    if (this.#looks.size > mostLooks) this.#looks.delete(oldest);
    return { ...this.#told(root, seen, this.#lastLook), isModal: modal !== undefined };
  }

  #snapshot(root: Element, mostNodes: number): Snapshot {
    const { readsSensitive } = this.#options;
    const isIgnored = (element: Element): boolean => this.isIgnored(element);
    return new Snapshot(root, { isIgnored, readsSensitive, mostNodes });
  }

  #told(root: Element, seen: Snapshot, look: number): object {
    const { isCut, closedFrames, hasChanged } = seen;
    const shown = documentOf(root);
    const [url, title] = [addressOf(shown), titleOf(shown)];
    return { look, url, title, isCut, closedFrames, hasChanged };
  }

  /** Some nodes of a look, from one on. */
  nodes(look: number, from: number): readonly RawNode[] {
    const seen = this.#looks.get(look);
    if (seen) return seen.nodes.slice(from, from + mostAtOnce);
    const message = "Too many looks at the page are under way. Call get_page again.";
    throw new AccessFailure({ kind: "other", message });
  }

  /** The numbers of nodes of a look, which is forgotten then. */
  references(look: number, nodes: Iterable<number>): Uint32Array {
    const seen = this.#looks.get(look);
    this.#looks.delete(look);
    const numbers = Array.from(nodes, (node) => {
      const element = seen?.elements[node];
      return element ? this.#references.of(element) : 0;
    });
    return Uint32Array.from(numbers);
  }

  /** The text of an element that the agent may read. */
  textOf(element: Element): string {
    if (parentOf(element) && !this.holds(element)) return "";
    const { nodes } = this.#snapshot(element, mostOfText).read();
    const texts = nodes.filter(({ isExtra }) => !isExtra).map(({ text }) => text ?? "");
    return texts.join(" ").replace(/\s+/g, " ").trim().slice(0, mostCharacters);
  }

  /** The documents and shadow roots in which an action on an element may change something. */
  roots(element: Element): Set<Document | ShadowRoot> {
    const roots = new Set<Document | ShadowRoot>();
    for (const each of pathOf(element)) {
      const scope = scopeOf(each);
      if (scope) roots.add(scope);
    }
    const waiting: Element[] = [this.root()];
    for (const each of waiting) {
      const root = shadowRootOf(each);
      if (root) roots.add(root);
      if (waiting.length >= mostSearched) continue;
      for (const node of shownIn(each)) {
        if (!isElement(node) || this.isIgnored(node)) continue;
        waiting.push(node);
        if (nameOf(node) === "body") roots.add(documentOf(node));
      }
    }
    return roots;
  }
}
