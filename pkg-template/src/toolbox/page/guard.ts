import { pathOf } from "../../dom/flat-tree.js";
import { isElement, listen, rootOf, windowOf } from "../../dom/members.js";
import { activatedBy, addressesOf, addressesOfForm } from "./activation.js";
import { addressOr, isAllowed, type RawAddress } from "./address.js";
import { judgeCalls } from "./script-calls.js";

/** The Navigation API's event of a navigation. */
interface NavigateEvent extends Event {
  readonly userInitiated: boolean;
  readonly navigationType: string;
  readonly destination: { readonly url: string };
}

/**
 * Holds back navigation elsewhere while an element is used: a page may change a link's address, or add a link, between
 * the inspection and the click; and its own handlers may leave the document.
 */
export class Guard {
  readonly #origins: readonly string[];
  readonly #views: ReadonlySet<Window & typeof globalThis>;
  readonly #end = new AbortController();
  #isActing = false;
  #stopped: RawAddress | undefined;

  constructor(element: Element, origins: readonly string[]) {
    this.#origins = origins;
    this.#views = windowsOf(element);
    const { signal } = this.#end;
    for (const each of scopesOf(element)) {
      // First of all, and after the page's own handlers: these may change it, or end the event.
      for (const capture of [true, false]) {
        listen(each, "click", this.#onClick, { signal, capture });
        listen(each, "submit", this.#onSubmit, { signal, capture });
      }
    }
    for (const view of this.#views) {
      const { navigation } = view as { readonly navigation?: EventTarget };
      if (!navigation) continue;
      listen(navigation, "navigate", (event) => this.#onNavigate(event, view.document), { signal });
    }
  }

  /** Its target. */
  get stopped(): string | undefined {
    return this.#stopped?.href;
  }

  /** Does something synchronously, so that a person's clicks can't come between. */
  act<T>(work: () => T): T {
    this.#isActing = true;
    const restored = [...this.#views].map((view) => judgeCalls(view, (to) => this.#holds(to)));
    try {
      return work();
    } finally {
      for (const restore of restored) restore();
      this.#isActing = false;
    }
  }

  end(): void {
    this.#end.abort();
  }

  readonly #onClick = (event: Event): void => {
    const target = event.composedPath()[0] as Node | undefined;
    if (this.#isActing && isElement(target)) {
      this.#check(event, addressesOf(activatedBy(target)));
    }
  };

  readonly #onSubmit = (event: Event): void => {
    if (!this.#isActing) return;
    const { submitter } = event as SubmitEvent;
    const form = event.composedPath()[0] as HTMLFormElement;
    this.#check(event, addressesOfForm(form, submitter ?? undefined));
  };

  #onNavigate(event: Event, document: Document): void {
    const { userInitiated, navigationType, destination } = event as NavigateEvent;
    // A person's own actions meanwhile are left alone.
    if ((userInitiated && !this.#isActing) || navigationType === "traverse") return;
    this.#check(event, addressOr(document, destination.url, false));
  }

  #check(event: Event, addresses: readonly RawAddress[]): void {
    if (!event.defaultPrevented && this.#holds(addresses)) event.preventDefault();
  }

  /** Returns true if one of these is nowhere to go; which is noted then. */
  #holds(addresses: readonly RawAddress[]): boolean {
    const outside = addresses.find((address) => !isAllowed(address, this.#origins));
    this.#stopped ??= outside;
    return outside !== undefined;
  }
}

/** The windows and roots that events of an element pass: a submission does not leave a shadow tree. */
function scopesOf(element: Element): Set<EventTarget> {
  const scopes = new Set<EventTarget>(windowsOf(element));
  for (const each of pathOf(element)) scopes.add(rootOf(each));
  return scopes;
}

/** The windows of an element, and of the frames around it. */
function windowsOf(element: Element): Set<Window & typeof globalThis> {
  const windows = new Set<Window & typeof globalThis>();
  for (const each of pathOf(element)) {
    const view = windowOf(each);
    if (view) windows.add(view);
  }
  return windows;
}
