import { html, nothing, type TemplateResult } from "lit";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { Strings } from "../texts/strings.js";
import type { AgUiThreadsEventMap } from "../threads/view/event-map.js";
import type { ChatElement } from "./chat-element.js";
import { exportedThreadsParts } from "./exported-parts.js";
import { icon } from "./icons.js";
import { threadList } from "./late-modules.js";

type OpenEvent = AgUiThreadsEventMap["ag-ui-thread-open"];

/** The chat around a drawer. */
interface DrawerHost {
  readonly threads: ChatElement["threads"];
  readonly agent: AgUiAgent | undefined;
  /** The id of the thread that is shown. */
  readonly threadId: string | undefined;
  readonly texts: Strings;
  readonly root: ParentNode;
  changed(): void;
  focusComposer(): void;
  focusMessages(): void;
  /** A thread is about to be opened; a search may have found one of its messages. */
  opening(detail: OpenEvent["detail"]): void;
}

/**
 * The list of threads in a chat: a button above the conversation, and the drawer that it opens. Where the chat is wide
 * the drawer stands beside the conversation, else it covers it.
 */
export class ThreadsDrawer {
  readonly #host: DrawerHost;
  #isOpen = false;
  #covers = false;
  /** The keyboard is to go to the list, once it is there. */
  #wantsFocus = false;
  #observer: ResizeObserver | undefined;

  constructor(host: DrawerHost) {
    this.#host = host;
  }

  /** Returns true if the drawer covers the conversation, which can't be used then. */
  get covers(): boolean {
    return this.#isOpen && this.#covers && this.#isThere;
  }

  /** The bar with the button that opens and closes the drawer; nothing for a chat without threads. */
  bar(): TemplateResult | typeof nothing {
    if (!this.#isThere) return nothing;
    return html`<div class="bar" part="bar" @keydown=${this.#pressed}>
      <button
        class="drawer-button"
        part="drawer-button"
        type="button"
        aria-expanded=${this.#isOpen}
        aria-controls="threads"
        @click=${() => (this.#isOpen ? this.#close() : this.#open())}
      >
        ${icon("list")}<span>${this.#host.texts.threads.threads}</span>
      </button>
    </div>`;
  }

  /** The drawer. */
  view(): TemplateResult | typeof nothing {
    if (!this.#isThere) return nothing;
    const { threads, threadId, texts } = this.#host;
    return html`<section
      class="drawer"
      part="drawer"
      id="threads"
      aria-label=${texts.threads.threads}
      ?hidden=${!this.#isOpen}
      @keydown=${this.#pressed}
      @ag-ui-thread-open=${this.#opening}
      @ag-ui-thread-create=${() => this.#chosen(() => this.#host.focusComposer(), true)}
    >
      ${
        this.#isOpen
          ? html`<ag-ui-threads
              part="threads"
              exportparts=${exportedThreadsParts}
              .threads=${threads}
              .current=${threadId}
              .strings=${texts}
              .stop=${this.#stop}
            ></ag-ui-threads>`
          : nothing
      }
    </section>`;
  }

  /** To be called after each update of the chat. */
  updated(): void {
    const drawer = this.#drawer;
    if (!this.#isOpen || !drawer) {
      this.disconnect();
      return;
    }
    threadList.load(this.#loaded);
    if (!this.#observer) {
      this.#observer = new ResizeObserver(() => this.#measure());
      this.#observer.observe(drawer);
    }
    this.#measure();
    if (this.#wantsFocus && threadList.now) void this.#focusList(drawer);
  }

  /** To be called when the chat leaves its document. */
  disconnect(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    threadList.forget(this.#loaded);
  }

  get #isThere(): boolean {
    return (this.#host.threads ?? undefined) !== undefined;
  }

  get #drawer(): HTMLElement | null {
    return this.#host.root.querySelector<HTMLElement>(".drawer");
  }

  readonly #loaded = (): void => this.#host.changed();

  async #focusList(drawer: HTMLElement): Promise<void> {
    this.#wantsFocus = false;
    const list = drawer.querySelector("ag-ui-threads");
    await list?.updateComplete;
    list?.focus();
  }

  readonly #opening = ({ detail }: OpenEvent): void => {
    this.#host.opening(detail);
    this.#chosen(() => this.#host.focusMessages());
  };

  #open(): void {
    this.#isOpen = true;
    this.#wantsFocus = true;
    this.#host.changed();
  }

  #close(): void {
    const holdsFocus = this.#drawer?.matches(":focus-within") ?? false;
    this.#isOpen = false;
    this.#wantsFocus = false;
    this.#host.changed();
    if (holdsFocus) this.#host.root.querySelector<HTMLElement>(".drawer-button")?.focus();
  }

  /** A thread was chosen: a drawer that covers it gives way, and the keyboard goes to the conversation. */
  #chosen(focus: () => void, always = false): void {
    if (!this.covers) {
      if (always) focus();
      return;
    }
    this.#isOpen = false;
    this.#host.changed();
    // An inert element can't have the keyboard.
    this.#host.root.querySelector(".main")?.removeAttribute("inert");
    focus();
  }

  /** The style sheet decides by the width of the chat whether the drawer covers the conversation. */
  #measure(): void {
    const drawer = this.#drawer;
    const covers = drawer !== null && getComputedStyle(drawer).position === "absolute";
    if (covers === this.#covers) return;
    this.#covers = covers;
    this.#host.changed();
  }

  /** Stops the chat's own agent; what runs in another tab is not its to stop. */
  readonly #stop = (threadId: string): boolean => {
    const { agent } = this.#host;
    if (!agent || threadId !== this.#host.threadId) return false;
    agent.abort();
    return true;
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    if (!this.#isOpen || event.key !== "Escape") return;
    if (event.defaultPrevented || event.isComposing) return;
    // It does not also close the popup around the chat.
    event.preventDefault();
    this.#close();
  };
}
