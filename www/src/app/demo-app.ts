import { AgUiAgent } from "ag-ui-lit/element";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import "../activity/activity-panel.js";
import "../activity/activity-strip.js";
import type { DecideDetail } from "../approval/approval-dialog.js";
import "../approval/approval-dialog.js";
import type { ChatComposer } from "../chat/chat-composer.js";
import "../chat/chat-composer.js";
import "../chat/chat-log.js";
import "../chat/prompt-list.js";
import type { CodeDialog } from "../code/code-dialog.js";
import "../code/code-dialog.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { type AgentInfo, fetchAgentInfo } from "./agent-info.js";
import { AgentSession } from "./agent-session.js";
import { appStyles } from "./demo-app.styles.js";
import { suggestions } from "./suggestions.js";

/** The page: a conversation, and beside it what the tools are doing. */
export class DemoApp extends LitElement {
  static override styles = [shared, appStyles];
  static override properties = {
    coreError: { attribute: false },
    panelOpen: { state: true },
    info: { state: true },
  };

  /** Why the Rust core could not be loaded. */
  declare coreError: string | undefined;
  declare panelOpen: boolean;
  declare info: AgentInfo | undefined;
  readonly #session: AgentSession;
  readonly #composer = createRef<ChatComposer>();
  readonly #code = createRef<CodeDialog>();
  /** As in the style sheets: the panel covers the conversation instead of standing beside it. */
  readonly #narrow = matchMedia("(width < 60rem)");

  constructor() {
    super();
    this.panelOpen = false;
    // By its id, and not the first one of the page: content may bring another.
    const agent = document.getElementById("agent");
    if (!(agent instanceof AgUiAgent)) throw new Error('The page has no <ag-ui-agent id="agent">.');
    this.#session = new AgentSession(this, agent);
    void fetchAgentInfo("/agent/info").then((info) => {
      this.info = info;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#escape);
    this.#narrow.addEventListener("change", this.#widthChanged);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#escape);
    this.#narrow.removeEventListener("change", this.#widthChanged);
  }

  /** The core is ready: the tools can be listed. */
  coreReady(): void {
    this.#session.followTools();
  }

  override render(): TemplateResult {
    const { messages, running, notice, activity, tools, approvals } = this.#session;
    const started = messages.length > 0 || running;
    return html`
      <header class="bar">
        <h1 class="brand">${BRAND} ag-ui-lit</h1>
        ${this.info ? html`<span class="info" title=${this.info.title} data-testid="agent-info">${this.info.label}</span>` : nothing}
        <button class="button" data-testid="new-conversation" aria-label="New conversation" ?hidden=${!started} @click=${this.#reset}>
          ${icon("plus", 14)}<span>New conversation</span>
        </button>
      </header>
      <activity-strip
        .activities=${activity.items}
        .toolCount=${tools.length}
        .open=${this.panelOpen}
        @toggle-panel=${() => {
          this.panelOpen = !this.panelOpen;
        }}
        @stop-tool=${this.#stopTool}
      ></activity-strip>
      <main ?inert=${this.panelOpen && this.#narrow.matches}>
        ${this.coreError ? html`<p class="core-error" role="alert" data-testid="core-error">The WebAssembly core could not be loaded, so no tool can run: ${this.coreError}</p>` : nothing}
        <chat-log .messages=${messages} .activities=${activity.items} .running=${running} .notice=${notice} @retry=${this.#retry}>${this.#welcome()}</chat-log>
      </main>
      <footer @send=${this.#send}>
        ${started ? html`<prompt-list compact .suggestions=${suggestions} .disabled=${running} @send=${this.#send}></prompt-list>` : nothing}
        <chat-composer .running=${running} @stop=${this.#stop} ${ref(this.#composer)}></chat-composer>
      </footer>
      <activity-panel
        role="complementary"
        aria-label="Tools"
        class=${this.panelOpen ? "open" : ""}
        .activities=${activity.items}
        .tools=${tools}
        @stop-tool=${this.#stopTool}
        @show-code=${() => this.#code.value?.show()}
      ></activity-panel>
      <code-dialog ${ref(this.#code)}></code-dialog>
      <approval-dialog .requests=${approvals} @decide=${this.#decide}></approval-dialog>
    `;
  }

  #welcome(): TemplateResult {
    return html`<div class="welcome" data-testid="welcome">
      <h2>An agent on the server.<br />Its tools in this page.</h2>
      <p>Ask for something. The agent picks a tool, a Rust core in WebAssembly checks the arguments, your browser runs it, and the agent goes on with the result.</p>
      <prompt-list .suggestions=${suggestions} @send=${this.#send}></prompt-list>
    </div>`;
  }

  #send(event: CustomEvent<{ text: string }>): void {
    event.stopPropagation();
    this.panelOpen = false;
    void this.#session.send(event.detail.text);
    this.#focusComposer();
  }

  #retry(): void {
    void this.#session.retry();
    this.#focusComposer();
  }

  #stop(): void {
    this.#session.stop();
  }

  #reset(): void {
    this.#session.reset();
    this.#focusComposer();
  }

  #decide(event: CustomEvent<DecideDetail>): void {
    this.#session.decide(event.detail);
  }

  #stopTool(event: CustomEvent<{ executionId: string }>): void {
    this.#session.stopTool(event.detail.executionId);
    this.#focusComposer();
  }

  /** Puts the caret back where the next message is written, unless that would open a phone's keyboard unasked. */
  #focusComposer(): void {
    if (matchMedia("(hover: hover)").matches) this.#composer.value?.focus();
  }

  readonly #widthChanged = () => this.requestUpdate();

  readonly #escape = (event: KeyboardEvent) => {
    if (
      event.key !== "Escape" ||
      event.defaultPrevented ||
      event.isComposing ||
      this.renderRoot.querySelector("code-dialog")?.open ||
      this.renderRoot.querySelector("approval-dialog")?.open
    )
      return;
    if (this.panelOpen) this.panelOpen = false;
    else this.#session.stop();
  };
}

const BRAND = html`<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="var(--accent)" />
  <path d="M12 8H9v16h3M20 8h3v16h-3" fill="none" stroke="var(--on-accent)" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" />
  <circle cx="16" cy="16" r="2.8" fill="var(--on-accent)" />
</svg>`;

declare global {
  interface HTMLElementTagNameMap {
    "demo-app": DemoApp;
    "code-dialog": CodeDialog;
  }
}

customElements.define("demo-app", DemoApp);
