import { documentOf } from "../../dom/members.js";
import { isQuestionOpen, openQuestion } from "../../element/answers/open-questions.js";
import { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import { AccessFailure, reply, replyAtOnce } from "./access-failure.js";
import { activatedBy, addressesOf, addressesOfEnter } from "./activation.js";
import { addressIn, type RawAddress } from "./address.js";
import { click } from "./click.js";
import { Watch } from "./effects.js";
import { Guard } from "./guard.js";
import { stepAddress } from "./history.js";
import { hitOf } from "./hit.js";
import { inspect } from "./inspect.js";
import { type Destination, navigate } from "./navigate.js";
import { Part, type PartOptions } from "./part.js";
import { screenshot } from "./screenshot.js";
import { type Typing, type, valueAfter } from "./typing.js";

/** The action that `confirm` is asked about. */
export interface PageAction {
  /** `submit`: a form is submitted. `leave`: the document is left. `selected`: the element matches `confirmFor`. */
  readonly kind: "submit" | "leave" | "selected";
  readonly tool: "click" | "type" | "navigate";
  /** The element as text: `button "Pay" (e12)`. */
  readonly element?: string;
  /** The address that the action leads to. */
  readonly url?: string;
}

export interface AccessOptions extends PartOptions {
  readonly confirm: ((action: PageAction) => boolean | PromiseLike<boolean>) | undefined;
  readonly confirmFor: string;
  /** Origins besides the document's own that may be gone to. */
  readonly origins: readonly string[];
  readonly mostPixels: number;
}

/** A request of the module, as `Request` in `crates/toolbox/src/wasm/page.rs`. */
type Request =
  | { readonly kind: "begin" }
  | { readonly kind: "inspect"; readonly element: number }
  | { readonly kind: "confirm"; readonly action: PageAction }
  | { readonly kind: "click"; readonly element: number; readonly double: boolean }
  | { readonly kind: "type"; readonly typing: Typing }
  | { readonly kind: "resolve"; readonly to: Destination }
  | { readonly kind: "navigate"; readonly to: Destination }
  | { readonly kind: "screenshot"; readonly element: number | null };

/** The module's access to the page. Answers are JSON, which crosses in one step, however long it is. */
export class PageAccess {
  readonly #options: AccessOptions;
  readonly #part: Part;
  readonly #slice = new WorkSlice();

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#part = new Part(options);
  }

  /** The beginning of an element, for its name. */
  glimpse(of: number): string {
    return replyAtOnce(() => this.#part.glimpse(of));
  }

  /** The visible content, read in turns with the page until it is stopped. */
  look(of: number | undefined): Looking {
    const controller = new AbortController();
    const done = reply(() => this.#part.look(of, controller.signal));
    // The rejection is handled here: a caller that stops the work does not wait for it.
    done.catch(() => {});
    return { done, stop: () => controller.abort() };
  }

  /** Nodes of a look, from one on: not all at once, since that takes long. */
  nodes(look: number, from: number): string {
    return replyAtOnce(() => this.#part.nodes(look, from));
  }

  /** Gives the page its turn, if it is time. */
  async turn(): Promise<void> {
    if (this.#slice.isDue) await this.#slice.yield();
  }

  /** The references of nodes of a look. */
  references(look: number, nodes: Uint32Array): Uint32Array {
    return this.#part.references(look, nodes);
  }

  perform(request: string): Promise<string> {
    return reply(() => this.#perform(JSON.parse(request) as Request));
  }

  #perform(request: Request): unknown {
    if (acting.has(request.kind)) mayAct();
    switch (request.kind) {
      case "begin":
        return undefined;
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
    if (!confirm) return true;
    const close = openQuestion();
    try {
      return (await confirm(action)) === true;
    } finally {
      close();
    }
  }

  #click(element: Element, isDouble: boolean): Promise<object> {
    const hit = hitOf(element);
    const led = addressesOf(activatedBy(hit.point ? hit.on : element));
    return this.#watched(element, led, () => click(element, isDouble));
  }

  async #type(typing: Typing): Promise<object> {
    const element = this.#part.element(typing.element);
    const led = typing.press === "Enter" ? addressesOfEnter(element) : [];
    let typed: object = {};
    const effects = await this.#watched(element, led, () => {
      typed = type(this.#part, element, typing);
    });
    const value = valueAfter(element);
    const others = { ...effects, values: withoutValueOf(this.#part.referenceOf(element), effects) };
    return { ...typed, ...(value !== undefined && { value }), effects: others };
  }

  /** Acts on an element and returns the effects. Navigation elsewhere is held back. */
  async #watched(
    element: Element,
    led: readonly RawAddress[],
    act: () => void,
  ): Promise<WatchedEffects> {
    const watch = new Watch(this.#part, element);
    const guard = new Guard(element, this.#options.origins);
    try {
      guard.act(act);
      const effects = await watch.effects(guard.stopped === undefined ? led : []);
      const { stopped } = guard;
      if (stopped !== undefined) throw new AccessFailure({ kind: "stopped", href: stopped });
      return effects;
    } finally {
      watch.close();
      guard.end();
    }
  }

  #resolve(url: string): object {
    const { frame } = this.#options;
    try {
      // Of a frame whose document is closed, addresses are those of the page.
      const document = frame && !this.#isOpen() ? documentOf(frame) : this.#part.document();
      return addressIn(document, url);
    } catch (thrown) {
      if (thrown instanceof AccessFailure) throw thrown;
      const message = `"${url.slice(0, 200)}" is no address. Write one such as "/orders", "#prices" or "https://…".`;
      throw new AccessFailure({ kind: "other", message });
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

/** A look that is under way. */
interface Looking {
  readonly done: Promise<string>;
  stop(): void;
}

interface WatchedEffects {
  readonly values?: readonly { readonly element: string }[];
}

/** Requests that change the page, or prepare a change. */
const acting: ReadonlySet<Request["kind"]> = new Set([
  "begin",
  "inspect",
  "click",
  "type",
  "navigate",
]);

/**
 * Throws while a question is open: the agent could press its own approval's button, or take a pending decision for
 * made.
 */
function mayAct(): void {
  if (isQuestionOpen()) throw new AccessFailure({ kind: "approvalPending" });
}

/** The typed text is reported separately. */
function withoutValueOf(reference: string | null, { values = [] }: WatchedEffects): object[] {
  return values.filter(({ element }) => element !== reference);
}
