import { adoptStyles, type CSSResultOrNative, render } from "lit";
import { isArray } from "../codec/safe-read.js";
import type { RegisteredView } from "./view-list.js";

type View<Subject> = ((subject: Subject) => unknown) | string;

/**
 * Shows one view for one call or activity, in a shadow root of its own: the styles of the card don't reach it. The same
 * node, or custom element, is kept while the view is the same.
 */
export class ViewFrame<Subject extends object> {
  readonly #part: string;
  readonly #ready: () => void;
  readonly #failed: (thrown: unknown) => void;
  #registered: RegisteredView<never, View<never>> | undefined;
  #frame: HTMLElement | undefined;
  #shown: HTMLElement | undefined;

  /**
   * @param part the name of the part.
   * @param ready is called when the custom element of a view was defined.
   * @param failed is called with what a view throws.
   */
  constructor(part: string, ready: () => void, failed: (thrown: unknown) => void) {
    this.#part = part;
    this.#ready = ready;
    this.#failed = failed;
  }

  /** The view of a subject; nothing where the default card is to be shown. */
  show(
    registered: RegisteredView<Subject, View<Subject>> | undefined,
    subject: Subject,
  ): HTMLElement | undefined {
    if ((registered as unknown) !== this.#registered) this.#clear();
    if (!registered) return undefined;
    this.#registered = registered as never;
    try {
      const { view } = registered;
      const isShown =
        typeof view === "string" ? this.#asElement(view, subject) : this.#asContent(view, subject);
      return isShown ? this.#frame : undefined;
    } catch (thrown) {
      // A half-rendered view can't be updated.
      this.#clear();
      complain(registered.view, thrown);
      this.#failed(thrown);
      return undefined;
    }
  }

  #asContent(view: (subject: Subject) => unknown, subject: Subject): boolean {
    const content = view(subject);
    if (content === undefined) return false;
    render(content, this.#root);
    return true;
  }

  #asElement(name: string, subject: Subject): boolean {
    if (!customElements.get(name)) {
      void customElements.whenDefined(name).then(this.#ready, this.#failed);
      return false;
    }
    const root = this.#root;
    if (!this.#shown) {
      this.#shown = document.createElement(name);
      root.append(this.#shown);
    }
    for (const key of Object.keys(subject)) {
      const value: unknown = subject[key as keyof Subject];
      if (Reflect.get(this.#shown, key) !== value) Reflect.set(this.#shown, key, value);
    }
    return true;
  }

  get #root(): ShadowRoot {
    if (!this.#frame) {
      this.#frame = document.createElement("div");
      this.#frame.setAttribute("part", this.#part);
      const root = this.#frame.attachShadow({ mode: "open" });
      const styles = this.#registered?.styles ?? [];
      const list = (isArray(styles) ? styles : [styles]) as readonly CSSResultOrNative[];
      if (list.length > 0) adoptStyles(root, [...list]);
    }
    return this.#frame.shadowRoot as ShadowRoot;
  }

  #clear(): void {
    this.#frame = undefined;
    this.#shown = undefined;
    this.#registered = undefined;
  }
}

const complained = new WeakSet<object>();
const complainedNames = new Set<string>();

/** Once for each view: it is called up to once a frame. */
function complain(view: object | string | (() => void), thrown: unknown): void {
  if (typeof view === "string") {
    if (complainedNames.has(view)) return;
    complainedNames.add(view);
  } else {
    if (complained.has(view)) return;
    complained.add(view);
  }
  console.error("ag-ui-lit: a view threw, and the default card is shown instead.", thrown);
}
