import {
  attributeOf,
  documentOf,
  focusIn,
  hasAttribute,
  isElement,
  nameOf,
  parentOf,
  read,
  shadowRootOf,
  windowOf,
} from "./dom.js";
import { inputType } from "./fields.js";
import type { Part } from "./part.js";
import { settled } from "./settle.js";

/** Sees what an action changes, as `Effects` in `crates/toolbox/src/page/effects.rs`. */
export class Watch {
  readonly #part: Part;
  readonly #element: Element;
  readonly #document: Document;
  readonly #before: object;
  readonly #observer: MutationObserver;
  readonly #end = new AbortController();
  #added = 0;
  #removed = 0;
  /** The last submission, and whether the page has taken it into its own hands. */
  #submitted: Event | undefined;
  #followed: Event | undefined;
  #isUnloading = false;

  constructor(part: Part, element: Element) {
    this.#part = part;
    this.#element = element;
    this.#document = documentOf(element);
    this.#before = this.#facts();
    this.#observer = new MutationObserver((records) => this.#count(records));
    const options = { childList: true, subtree: true };
    this.#observer.observe(this.#document, options);
    for (let each: Element | null = element; each; each = parentOf(each)) {
      const root = shadowRootOf(each);
      if (root) this.#observer.observe(root, options);
    }
    const view = windowOf(element);
    const { signal } = this.#end;
    view?.addEventListener("submit", (event) => (this.#submitted = event), { signal });
    view?.addEventListener("click", (event) => (this.#followed = event), { signal });
    view?.addEventListener("pagehide", () => (this.#isUnloading = true), { signal });
  }

  /** Waits until the page had time to react, and says what changed. */
  async effects(leadsAway: boolean): Promise<object> {
    try {
      const isLeaving = leadsAway && this.#isFollowed();
      // A page that is being left does not come to this again.
      if (!isLeaving) await settled(this.#document);
      this.#count(this.#observer.takeRecords());
      const isThere =
        read<boolean>(Node.prototype, "isConnected", this.#element) && windowOf(this.#element);
      return {
        before: this.#before,
        after: this.#facts(),
        isGone: !isThere,
        added: this.#added,
        removed: this.#removed,
        isLeaving: isLeaving || this.#isUnloading,
      };
    } finally {
      this.#observer.disconnect();
      this.#end.abort();
    }
  }

  /** Whether nobody has prevented that the browser goes on. */
  #isFollowed(): boolean {
    if (this.#submitted) return !this.#submitted.defaultPrevented;
    return !!this.#followed && !this.#followed.defaultPrevented;
  }

  #count(records: MutationRecord[]): void {
    for (const { addedNodes, removedNodes } of records) {
      this.#added += Array.from(addedNodes).filter(isElement).length;
      this.#removed += Array.from(removedNodes).filter(isElement).length;
    }
  }

  #facts(): object {
    const focused = focusIn(this.#document);
    const isNothing = !focused || nameOf(focused) === "body";
    const isThere = windowOf(this.#document) !== null;
    return {
      url: read<string>(Document.prototype, "URL", this.#document),
      title: read<string>(Document.prototype, "title", this.#document),
      focus: isNothing || !isThere ? null : this.#part.referenceOf(focused),
      dialogs: isThere ? this.#part.dialogs().map((dialog) => this.#part.referenceOf(dialog)) : [],
      checked: checkedOf(this.#element),
      expanded: expandedOf(this.#element),
      pressed:
        attributeOf(this.#element, "aria-pressed") ?? attributeOf(this.#element, "aria-selected"),
    };
  }
}

function checkedOf(element: Element): string | null {
  if (/^(checkbox|radio)$/.test(inputType(element))) {
    return String(read<boolean>(HTMLInputElement.prototype, "checked", element));
  }
  return attributeOf(element, "aria-checked");
}

function expandedOf(element: Element): boolean | null {
  const said = attributeOf(element, "aria-expanded");
  if (said !== null) return said === "true";
  const details = nameOf(element) === "summary" ? parentOf(element) : null;
  return details && nameOf(details) === "details" ? hasAttribute(details, "open") : null;
}
