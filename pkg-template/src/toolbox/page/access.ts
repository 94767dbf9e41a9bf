import { addressIn, clicked, linkAddress } from "./address.js";
import { click } from "./click.js";
import { documentOf } from "./dom.js";
import { Watch } from "./effects.js";
import { stepAddress } from "./history.js";
import { inspect } from "./inspect.js";
import { type Destination, navigate } from "./navigate.js";
import { Part, type PartOptions } from "./part.js";
import { screenshot } from "./screenshot.js";
import { reply, Trouble } from "./trouble.js";
import { type Typing, type, valueAfter } from "./typing.js";

/** What is about to be done, when `confirm` is asked. */
export interface PageAction {
  /** `submit`: a form is submitted. `leave`: the document is left. `selected`: the element matches `confirmFor`. */
  readonly kind: "submit" | "leave" | "selected";
  readonly tool: "click" | "type" | "navigate";
  /** The element, in words: `button "Pay" (e12)`. */
  readonly element?: string;
  /** Where it leads. */
  readonly url?: string;
}

export interface AccessOptions extends PartOptions {
  readonly confirm: ((action: PageAction) => boolean | PromiseLike<boolean>) | undefined;
  readonly confirmFor: string;
  readonly mostPixels: number;
}

/** What the module asks for, as `Request` in `crates/toolbox/src/wasm/page.rs`. */
type Request =
  | { readonly kind: "inspect"; readonly element: number }
  | { readonly kind: "confirm"; readonly action: PageAction }
  | { readonly kind: "click"; readonly element: number; readonly double: boolean }
  | { readonly kind: "type"; readonly typing: Typing }
  | { readonly kind: "resolve"; readonly to: Destination }
  | { readonly kind: "navigate"; readonly to: Destination }
  | { readonly kind: "screenshot"; readonly element: number | null };

/** What the module sees and does in the page; its answers are JSON, which crosses at once however long it is. */
export class PageAccess {
  readonly #options: AccessOptions;
  readonly #part: Part;

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#part = new Part(options);
  }

  snapshot(of: number | undefined): string {
    try {
      return JSON.stringify({ done: this.#part.snapshot(of) });
    } catch (thrown) {
      if (thrown instanceof Trouble) return JSON.stringify({ trouble: thrown.trouble });
      throw thrown;
    }
  }

  references(nodes: Uint32Array): Uint32Array {
    return this.#part.references(nodes);
  }

  perform(request: string): Promise<string> {
    return reply(() => this.#perform(JSON.parse(request) as Request));
  }

  #perform(request: Request): unknown {
    switch (request.kind) {
      case "inspect":
        return inspect(this.#part, this.#part.element(request.element), this.#options.confirmFor);
      case "confirm":
        return this.#confirm(request.action);
      case "click":
        return this.#click(this.#part.element(request.element), request.double);
      case "type":
        return this.#type(request.typing);
      case "resolve":
        return "url" in request.to
          ? this.#resolve(request.to.url)
          : stepAddress(this.#part.document(), request.to.history);
      case "navigate":
        return navigate(this.#part, request.to);
      case "screenshot": {
        const { element } = request;
        const of = element === null ? undefined : this.#part.element(element);
        return screenshot(this.#part, of, this.#options.mostPixels);
      }
    }
  }

  /** Anything but `true` is no. */
  async #confirm(action: PageAction): Promise<boolean> {
    const { confirm } = this.#options;
    return !confirm || (await confirm(action)) === true;
  }

  #click(element: Element, isDouble: boolean): Promise<object> {
    const { link } = clicked(element);
    const watch = new Watch(this.#part, element);
    click(element, isDouble);
    return watch.effects(link && linkAddress(link));
  }

  async #type(typing: Typing): Promise<object> {
    const element = this.#part.element(typing.element);
    const watch = new Watch(this.#part, element);
    const typed = type(element, typing);
    const { link } = typing.press === "Enter" ? clicked(element) : {};
    const effects = await watch.effects(link && linkAddress(link));
    const value = valueAfter(element);
    return { ...typed, ...(value !== undefined && { value }), effects };
  }

  #resolve(url: string): object {
    const { frame } = this.#options;
    try {
      // Of a frame whose document is closed, addresses are those of the page.
      const document = frame && !this.#isOpen() ? documentOf(frame) : this.#part.document();
      return addressIn(document, url);
    } catch (thrown) {
      if (thrown instanceof Trouble) throw thrown;
      const message = `"${url.slice(0, 200)}" is no address. Write one such as "/orders", "#prices" or "https://…".`;
      throw new Trouble({ kind: "other", message });
    }
  }

  #isOpen(): boolean {
    try {
      return this.#part.document() !== undefined;
    } catch {
      return false;
    }
  }
}
