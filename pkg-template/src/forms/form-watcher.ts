import { flatParentOf, shadowRootOf } from "../dom/flat-tree.js";
import {
  allIn,
  closest,
  isConnected,
  isElement,
  matches,
  nameOf,
  windowOf,
} from "../dom/members.js";

/** A form that declares itself as a tool. */
export const declared = "form[toolname]";

/** A `<base>` moves where forms send their data. */
const concerned = `${declared}, base`;

/** Attributes that may change a form's tool. */
const attributes = [
  ...["toolname", "tooldescription", "toolautosubmit", "toolparamdescription"],
  ...["name", "type", "form", "required", "disabled", "readonly", "multiple", "value", "label"],
  ...["min", "max", "step", "pattern", "minlength", "maxlength"],
  ...["title", "placeholder", "aria-label", "for", "id", "class", "inert", "hidden", "size"],
  ...["action", "method", "novalidate", "formaction", "formmethod", "formnovalidate", "href"],
];

/** Finds the forms of a document that are declared as tools, open shadow roots included, and reports changes. */
export class FormWatcher {
  readonly #document: Document;
  readonly #changed: () => void;
  readonly #roots = new Set<Document | ShadowRoot>();
  readonly #awaited = new Set<string>();
  readonly #observer: MutationObserver;
  #isStopped = false;

  /** `changed` is called when what `forms` gives may be another, or one of them. */
  constructor(document: Document, changed: () => void) {
    this.#document = document;
    this.#changed = changed;
    this.#observer = new MutationObserver((records) => {
      if (isOver()) this.stop();
      else this.#see(records);
    });
    this.#observe(document);
  }

  /** The forms, in tree order within each root. */
  get forms(): HTMLFormElement[] {
    for (const root of this.#roots) if (isGone(root)) this.#roots.delete(root);
    return [...this.#roots].flatMap((root) => allIn<HTMLFormElement>(root, declared));
  }

  stop(): void {
    this.#isStopped = true;
    this.#observer.disconnect();
  }

  #observe(root: Document | ShadowRoot): void {
    this.#roots.add(root);
    const options = { childList: true, characterData: true, subtree: true };
    this.#observer.observe(root, { ...options, attributeFilter: attributes });
    this.#enter(root);
  }

  /**
   * Finds the shadow roots in a tree, and elements that may get one when they are defined. Returns true if any root is
   * new.
   */
  #enter(node: Node): boolean {
    let isAnyNew = false;
    const walker = Document.prototype.createTreeWalker.call(this.#document, node, showElement);
    for (let each: Node | null = node; each; each = walker.nextNode()) {
      if (!isElement(each)) continue;
      const shadowRoot: ShadowRoot | null = shadowRootOf(each);
      const localName = nameOf(each);
      if (shadowRoot && !this.#roots.has(shadowRoot)) {
        isAnyNew = true;
        this.#observe(shadowRoot);
      }
      if (localName.includes("-") && !matches(each, ":defined")) this.#await(localName);
    }
    return isAnyNew;
  }

  #await(name: string): void {
    if (this.#awaited.has(name)) return;
    this.#awaited.add(name);
    const view: Window | null = windowOf(this.#document);
    view?.customElements.whenDefined(name).then(
      () => {
        if (this.#isStopped || isOver()) return;
        for (const root of [...this.#roots]) this.#enter(root);
        this.#changed();
      },
      () => {}, // no name of an element, and so never one with a shadow root
    );
  }

  #see(records: readonly MutationRecord[]): void {
    let isConcern = [...this.#roots].some(isGone);
    for (const record of records) {
      isConcern ||= concernsForms(record);
      for (const node of record.addedNodes) if (this.#enter(node)) isConcern = true;
    }
    if (isConcern) this.#changed();
  }
}

/**
 * Returns true if the globals of the window are gone: in Vitest a test's document outlives them, and its observers too.
 */
function isOver(): boolean {
  return typeof Element === "undefined";
}

/** Most changes of a page, such as a text that streams in, have to do with no form. */
function concernsForms(record: MutationRecord): boolean {
  const { type, target, addedNodes, removedNodes } = record;
  const element = isElement(target) ? target : flatParentOf(target);
  // Also in a form that has just ceased to be a tool.
  if (element && closest(element, "form, base")) return true;
  // Around a form: it may become part of the tools or not, or be disabled.
  if (type === "attributes" && element) return allIn(element, declared).length > 0;
  return [...addedNodes, ...removedNodes].some(
    (node) => isElement(node) && (matches(node, concerned) || allIn(node, concerned).length > 0),
  );
}

/** A shadow root whose host was removed. */
function isGone(root: Document | ShadowRoot): boolean {
  return "host" in root && !isConnected(root);
}

/** `NodeFilter.SHOW_ELEMENT`: a test's document may outlive the globals of its window. */
const showElement = 1;
