import { type Context, ContextEvent as ContextRequestEvent } from "@lit/context";

/**
 * A context value of an element. Lit's `ContextConsumer` asks once; this also finds a provider that is defined after
 * the element, as in a page whose scripts load in any order, and drops values from former places.
 */
export class ContextValue<T> {
  readonly #host: HTMLElement;
  readonly #context: Context<unknown, T>;
  readonly #changed: () => void;
  #value: T | undefined;
  #unsubscribe: (() => void) | undefined;
  #document: Document | undefined;

  constructor(host: HTMLElement, context: Context<unknown, T>, changed: () => void) {
    this.#host = host;
    this.#context = context;
    this.#changed = changed;
  }

  /** The provided value, or `undefined`. Kept when the element is removed: its work may continue. */
  get value(): T | undefined {
    return this.#value;
  }

  /** Asks, each time the element is connected. */
  connect(): void {
    const before = this.#value;
    this.#value = undefined;
    this.#document = this.#host.ownerDocument;
    this.#document.addEventListener("context-provider", this.#askLate);
    this.#ask();
    if (this.#value !== before) this.#changed();
  }

  disconnect(): void {
    this.#document?.removeEventListener("context-provider", this.#askLate);
    this.#document = undefined;
    this.#leave();
  }

  #ask(): void {
    const event = new ContextRequestEvent(this.#context, this.#host, this.#take, true);
    this.#host.dispatchEvent(event);
  }

  /** An existing provider re-parents its own subscribers; only elements without one must ask again. */
  readonly #askLate = ({ context }: { context?: unknown } & Event): void => {
    if (context === this.#context && !this.#unsubscribe) this.#ask();
  };

  readonly #take = (value: T, unsubscribe?: () => void): void => {
    if (unsubscribe !== this.#unsubscribe) this.#leave();
    this.#unsubscribe = unsubscribe;
    // One that answers late may find the element gone.
    if (!this.#document) this.#leave();
    else if (value !== this.#value) {
      this.#value = value;
      this.#changed();
    }
  };

  #leave(): void {
    const unsubscribe = this.#unsubscribe;
    this.#unsubscribe = undefined;
    unsubscribe?.();
  }
}
