import { actionOf, type RawAddress } from "./address.js";
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
import { isInFrame } from "./hit.js";
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

  /**
   * Waits until the page had time to react, and says what changed.
   *
   * @param link where a click on the element leads
   */
  async effects(link?: RawAddress): Promise<object> {
    try {
      const isFollowed = this.#isFollowed(link);
      const frame = isFollowed ? frameOf(this.#element) : undefined;
      // A page that is being left does not come to what follows.
      const isLeaving = isFollowed && !frame;
      if (frame) await loaded(frame);
      if (!isLeaving) await settled(frame ?? this.#document);
      this.#count(this.#observer.takeRecords());
      return {
        before: this.#before,
        after: this.#facts(),
        isGone: !isThere(this.#element),
        added: this.#added,
        removed: this.#removed,
        isLeaving: isLeaving || this.#isUnloading,
      };
    } finally {
      this.#observer.disconnect();
      this.#end.abort();
    }
  }

  /** Whether another document follows, and nobody has prevented it. */
  #isFollowed(link: RawAddress | undefined): boolean {
    const event = this.#submitted ?? this.#followed;
    const { submitter } = (this.#submitted ?? {}) as SubmitEvent;
    const to = this.#submitted
      ? actionOf(this.#submitted.target as HTMLFormElement, submitter ?? undefined)
      : link;
    return !!event && !event.defaultPrevented && !!to && !to.isSameDocument && !to.isNewWindow;
  }

  #count(records: MutationRecord[]): void {
    for (const { addedNodes, removedNodes } of records) {
      this.#added += Array.from(addedNodes).filter(isElement).length;
      this.#removed += Array.from(removedNodes).filter(isElement).length;
    }
  }

  #facts(): object {
    const shown = this.#shown();
    const focused = shown && focusIn(shown);
    const isSomewhere = focused && nameOf(focused) !== "body";
    const document = shown ?? this.#document;
    return {
      url: read<string>(Document.prototype, "URL", document),
      title: read<string>(Document.prototype, "title", document),
      focus: isSomewhere ? this.#part.referenceOf(focused) : null,
      dialogs: shown ? this.#part.dialogs().map((dialog) => this.#part.referenceOf(dialog)) : [],
      checked: checkedOf(this.#element),
      expanded: expandedOf(this.#element),
      pressed:
        attributeOf(this.#element, "aria-pressed") ?? attributeOf(this.#element, "aria-selected"),
    };
  }

  /** The document of the agent's part, which a frame may have changed for another by now. */
  #shown(): Document | undefined {
    try {
      this.#part.root();
      return this.#part.document();
    } catch {
      return undefined;
    }
  }
}

/** How long a frame may load that a click has sent elsewhere, in milliseconds. */
const longestLoad = 10_000;

function loaded(frame: Element): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestLoad);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    EventTarget.prototype.addEventListener.call(frame, "load", end, { once: true });
  });
}

function frameOf(element: Element): Element | undefined {
  const frame = windowOf(element)?.frameElement ?? undefined;
  return frame && isInFrame(element) ? frame : undefined;
}

function isThere(element: Element): boolean {
  return read<boolean>(Node.prototype, "isConnected", element) && windowOf(element) !== null;
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
