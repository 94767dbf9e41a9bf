import { focusIn, frameOf, parentOf } from "../../dom/flat-tree.js";
import {
  addressOf,
  allIn,
  attributeOf,
  documentOf,
  hasAttribute,
  isElement,
  listen,
  matches,
  nameOf,
  readMember,
  titleOf,
  windowOf,
} from "../../dom/members.js";
import { race } from "../../execution/race.js";
import { addressesOfForm } from "./activation.js";
import type { RawAddress } from "./address.js";
import { FieldValues, isTickable } from "./field-values.js";
import { isInFrame } from "./hit.js";
import { isDialog, openLayers } from "./layers.js";
import type { Part } from "./part.js";
import { changedStates, countsOf, isThere, mostReported, newTexts } from "./recorded.js";
import { settled } from "./settle.js";
import { Visibility } from "./visibility.js";

/** The maximum number of change records that are read one by one. */
const mostRecords = 2_000;

/** The time of a page that has not reacted at once, in milliseconds: many wait for a server. */
const longestWait = 300;

/** As `Facts` there. */
interface Facts {
  readonly url: string;
  readonly title: string;
  readonly focus: string | null;
  readonly checked: string | null;
  readonly expanded: boolean | null;
  readonly pressed: string | null;
}

/** Sees what an action changes, as `Effects` in `crates/toolbox/src/page/effects.rs`. */
export class Watch {
  readonly #part: Part;
  readonly #element: Element;
  readonly #document: Document;
  readonly #before: Facts;
  readonly #layers: ReadonlySet<Element>;
  readonly #values: FieldValues;
  readonly #visibility: Visibility;
  readonly #observer: MutationObserver;
  readonly #records: MutationRecord[] = [];
  readonly #end = new AbortController();
  #changed = (): void => {};
  readonly #scrolledTo: string;
  #hasHeardScroll = false;
  /** The last submission, and whether the page has taken it into its own hands. */
  #submitted: Event | undefined;
  #followed: Event | undefined;
  #isUnloading = false;

  constructor(part: Part, element: Element) {
    this.#part = part;
    this.#element = element;
    this.#document = documentOf(element);
    this.#visibility = new Visibility(part);
    this.#before = this.#facts();
    this.#scrolledTo = scrollOf(this.#document);
    this.#layers = openLayers(part, this.#roots());
    this.#values = new FieldValues(part, element, this.#roots());
    this.#observer = new MutationObserver((records) => this.#note(records));
    const { signal } = this.#end;
    for (const root of this.#roots()) {
      this.#observer.observe(root, {
        childList: true,
        subtree: true,
        characterData: true,
        characterDataOldValue: true,
        attributes: true,
        attributeOldValue: true,
      });
      listen(root, "submit", (event) => (this.#submitted = event), { signal });
      listen(root, "scroll", this.#onScroll, { signal, capture: true });
    }
    const view = windowOf(element);
    if (!view) return;
    listen(view, "submit", (event) => (this.#submitted = event), { signal });
    listen(view, "click", (event) => (this.#followed = event), { signal });
    listen(view, "pagehide", () => (this.#isUnloading = true), { signal });
  }

  /**
   * Waits until the page has had time to react, and returns the changes.
   *
   * @param led the destinations of a click on the element
   */
  async effects(led: readonly RawAddress[]): Promise<object> {
    try {
      const isFollowed = this.#isFollowed(led);
      const frame = isFollowed ? this.#frame() : undefined;
      // A page that is being left may stop running at any time: it is not waited for.
      const isLeaving = isFollowed && !frame;
      if (frame) await loaded(frame);
      if (!isLeaving) await settled(frame ?? this.#document);
      this.#note(this.#observer.takeRecords());
      if (!isLeaving && !this.#hasSeenAnything()) await this.#firstChange();
      return { ...this.#changes(), isLeaving: isLeaving || this.#isUnloading };
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#observer.disconnect();
    this.#end.abort();
  }

  #changes(): object {
    const shown = this.#shown();
    const { appeared, vanished } = shown ? this.#visibility.changes() : noChanges;
    const now = shown ? openLayers(this.#part, this.#roots()) : new Set<Element>();
    const opened = [...now].filter((layer) => !this.#layers.has(layer));
    const closed = [...this.#layers].filter((layer) => !now.has(layer));
    const isLayer = (element: Element) => now.has(element) || this.#layers.has(element);
    const of = { part: this.#part, element: this.#element, records: this.#records };
    return {
      before: this.#before,
      after: this.#facts(),
      isGone: !isThere(this.#element),
      ...countsOf(of),
      opened: this.#named(opened),
      closed: this.#named(closed.filter((layer) => !isDialog(layer) && isThere(layer))),
      closedDialogs: closed.filter(isDialog).length,
      appeared: this.#named(appeared.filter((element) => !isLayer(element))),
      vanished: this.#named(vanished.filter((element) => !isLayer(element))),
      texts: newTexts(of),
      values: this.#values.changed(mostReported),
      states: changedStates(of),
      hasScrolled: this.#hasScrolled,
      hasChanged: this.#records.length > 0,
      isBlind: this.#isBlind(),
    };
  }

  /** Returns true if another document follows and no listener has prevented it. */
  #isFollowed(led: readonly RawAddress[]): boolean {
    const event = this.#submitted ?? this.#followed;
    const { submitter } = (this.#submitted ?? {}) as SubmitEvent;
    const form = this.#submitted?.composedPath()[0] ?? this.#submitted?.target;
    const to = form ? addressesOfForm(form as HTMLFormElement, submitter ?? undefined) : led;
    const isElsewhere = ({ isSameDocument, isNewWindow, isPing }: RawAddress): boolean =>
      !isSameDocument && !isNewWindow && !isPing;
    return !!event && !event.defaultPrevented && to.some(isElsewhere);
  }

  #frame(): Element | undefined {
    return isInFrame(this.#element) ? (frameOf(this.#document) ?? undefined) : undefined;
  }

  readonly #onScroll = (): void => {
    this.#hasHeardScroll = true;
  };

  /** Returns true if anything was scrolled. The event comes with the next frame, which a busy browser draws late. */
  get #hasScrolled(): boolean {
    return this.#hasHeardScroll || scrollOf(this.#document) !== this.#scrolledTo;
  }

  /** Records changes, except those that the agent may not see. */
  #note(records: MutationRecord[]): void {
    for (const record of records) {
      if (this.#records.length >= mostRecords) break;
      const { target, type, oldValue } = record;
      const element = isElement(target) ? target : parentOf(target);
      if (element ? !this.#part.mayHold(element) : type !== "childList") continue;
      const now =
        type === "characterData"
          ? readMember<string>(CharacterData.prototype, "data", target)
          : type === "attributes" && isElement(target)
            ? attributeOf(target, record.attributeName ?? "")
            : undefined;
      // A page that writes the same again has changed nothing.
      if (now !== undefined && now === oldValue) continue;
      this.#records.push(record);
    }
    if (this.#records.length > 0) this.#changed();
  }

  #hasSeenAnything(): boolean {
    if (this.#records.length > 0 || this.#hasScrolled || this.#isUnloading) return true;
    if (this.#values.changed(1).length > 0) return true;
    const now = this.#facts();
    // Focus on the used element is no reaction of the page.
    const isOwn = now.focus === this.#part.referenceOf(this.#element);
    const before = { ...this.#before, ...(isOwn && { focus: now.focus }) };
    return JSON.stringify(now) !== JSON.stringify(before);
  }

  /** Content that a page shows when a server has answered. */
  async #firstChange(): Promise<void> {
    const changed = new Promise<void>((resolve) => {
      this.#changed = resolve;
    });
    await race(changed, { timeout: longestWait });
    await settled(this.#document);
    this.#note(this.#observer.takeRecords());
  }

  /** The document, and the shadow roots around the element and in what can be seen. */
  #roots(): Set<Document | ShadowRoot> {
    return this.#part.roots(this.#element);
  }

  #named(elements: readonly Element[]): string[] {
    const references = elements.map((element) => this.#part.referenceOf(element));
    return references.filter((each) => each !== null).slice(0, mostReported);
  }

  #facts(): Facts {
    const shown = this.#shown();
    const focused = shown && focusIn(shown);
    const isSomewhere = focused && nameOf(focused) !== "body";
    const document = shown ?? this.#document;
    return {
      url: addressOf(document),
      title: titleOf(document),
      focus: isSomewhere ? this.#part.referenceOf(focused) : null,
      checked: checkedOf(this.#element),
      expanded: expandedOf(this.#element),
      pressed:
        attributeOf(this.#element, "aria-pressed") ?? attributeOf(this.#element, "aria-selected"),
    };
  }

  /** Returns true if the element shows content that can't be inspected. */
  #isBlind(): boolean {
    const closed = "canvas, iframe, object, embed, video, audio";
    return matches(this.#element, closed) || allIn(this.#element, closed).length > 0;
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

/** The scroll position of a document. */
function scrollOf(document: Document): string {
  const scroller = readMember<Element | null>(Document.prototype, "scrollingElement", document);
  if (!scroller) return "";
  const at = (side: "scrollLeft" | "scrollTop") =>
    readMember<number>(Element.prototype, side, scroller);
  return `${at("scrollLeft")} ${at("scrollTop")}`;
}

const noChanges = { appeared: [], vanished: [] };

/** The maximum time that a click's navigation in a frame may take, in milliseconds. */
const longestLoad = 10_000;

async function loaded(frame: Element): Promise<void> {
  const loading = new Promise<void>((resolve) => {
    listen(frame, "load", () => resolve(), { once: true });
  });
  await race(loading, { timeout: longestLoad });
}

function checkedOf(element: Element): string | null {
  if (isTickable(element)) {
    return String(readMember<boolean>(HTMLInputElement.prototype, "checked", element));
  }
  return attributeOf(element, "aria-checked");
}

function expandedOf(element: Element): boolean | null {
  const said = attributeOf(element, "aria-expanded");
  if (said !== null) return said === "true";
  const details = nameOf(element) === "summary" ? parentOf(element) : null;
  return details && nameOf(details) === "details" ? hasAttribute(details, "open") : null;
}
