import { AgUiAgent } from "ag-ui-lit/element";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { type Activity, isRunning } from "../activity/activity.js";
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
import { orderDesk } from "../orders/order-desk.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { type AgentInfo, fetchAgentInfo } from "./agent-info.js";
import { AgentSession } from "./agent-session.js";
import { appStyles } from "./demo-app.styles.js";
import { SceneController } from "./scene-controller.js";
import { scenes } from "./scenes.js";

/** The tools that look at the page or use it. */
const USES_PAGE: ReadonlySet<string> = new Set(["get_page", "click", "type"]);

/** The page: a conversation, and beside it what the tools are doing. */
export class DemoApp extends LitElement {
  static override styles = [shared, appStyles];
  static override properties = {
    coreError: { attribute: false },
    open: { state: true },
    info: { state: true },
  };

  /** Why the Rust core could not be loaded. */
  declare coreError: string | undefined;
  /** What covers the conversation, where there is no room beside it. */
  declare open: "activity" | "space" | undefined;
  declare info: AgentInfo | undefined;
  readonly #session: AgentSession;
  readonly #scenes: SceneController;
  readonly #composer = createRef<ChatComposer>();
  readonly #code = createRef<CodeDialog>();
  /** As in the style sheets: panels cover the conversation instead of standing beside it. */
  readonly #narrow = matchMedia("(width < 60rem)");
  /** The same of the activity where a scene's own panel stands beside the conversation. */
  readonly #crowded = matchMedia("(width < 80rem)");
  /** The last call that used a part of the page, which then was shown. */
  #revealed: string | undefined;

  constructor() {
    super();
    this.open = undefined;
    // By its id, and not the first one of the page: content may bring another.
    const agent = document.getElementById("agent");
    if (!(agent instanceof AgUiAgent)) throw new Error('The page has no <ag-ui-agent id="agent">.');
    this.#scenes = new SceneController(this, agent, () => this.#reset());
    this.#session = new AgentSession(this, agent, () => this.#scenes.opened);
    void fetchAgentInfo("agent/info").then((info) => {
      this.info = info;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#escape);
    this.#narrow.addEventListener("change", this.#widthChanged);
    this.#crowded.addEventListener("change", this.#widthChanged);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#escape);
    this.#narrow.removeEventListener("change", this.#widthChanged);
    this.#crowded.removeEventListener("change", this.#widthChanged);
  }

  /** The core is ready: the tools can be listed. */
  coreReady(): void {
    this.#session.followTools();
  }

  override willUpdate(): void {
    this.toggleAttribute("has-space", this.#scenes.scene.panel !== undefined);
    // What the agent looks at and uses has to be in view, for the visitor as for the agent.
    const using = this.#session.activity.items.findLast(
      (item) => isRunning(item) && USES_PAGE.has(item.name),
    );
    if (!using || using.key === this.#revealed) return;
    this.#revealed = using.key;
    if (this.#narrow.matches) this.open = "space";
  }

  override render(): TemplateResult {
    const { messages, running, notice, tools, approvals } = this.#session;
    const { scene, problem } = this.#scenes;
    const info = scene.answers?.info ?? this.info;
    const started = messages.length > 0 || running || notice !== undefined;
    return html`
      <header class="bar">
        <h1 class="brand">${BRAND}<span>ag-ui-lit</span></h1>
        <nav aria-label="Scenes">${Object.values(scenes).map(
          ({ id, label }) =>
            html`<a href="#${id}" data-testid="scene-${id}" aria-current=${id === scene.id ? "page" : "false"}>${label}</a>`,
        )}</nav>
        ${info ? html`<span class="info" title=${info.title} data-testid="agent-info">${info.label}</span>` : nothing}
        <button class="button" data-testid="new-conversation" aria-label="New conversation" ?hidden=${!started} @click=${this.#reset}>
          ${icon("plus", 14)}<span>New conversation</span>
        </button>
      </header>
      ${this.#strip()}
      <main><div class="talk" ?inert=${this.#isCovered()}>
        ${this.coreError ? html`<p class="core-error" role="alert" data-testid="core-error">The WebAssembly core could not be loaded, so no tool can run: ${this.coreError}</p>` : nothing}
        ${problem ? html`<p class="core-error" role="alert" data-testid="scene-error">Not all tools of this scene could be loaded: ${problem}</p>` : nothing}
        ${this.#bar(tools)}
        <chat-log tabindex="0" role="group" aria-label="Conversation" .messages=${messages} .activities=${this.#session.activity.items} .running=${running} .notice=${notice} @retry=${this.#retry}>${started ? nothing : this.#welcome()}</chat-log>
      </div></main>
      <footer @send=${this.#send}>
        ${started ? html`<prompt-list compact .suggestions=${scene.suggestions} .disabled=${running} @send=${this.#send}></prompt-list>` : nothing}
        <chat-composer .running=${running} @stop=${this.#stop} ${ref(this.#composer)}></chat-composer>
      </footer>
      ${this.#panels(tools)}
      <code-dialog ${ref(this.#code)}></code-dialog>
      <approval-dialog .requests=${approvals} @decide=${this.#decide}></approval-dialog>
    `;
  }

  #isCovered(): boolean {
    if (this.open === undefined) return false;
    const isBeside = this.#scenes.scene.panel !== undefined && this.open === "activity";
    return this.#narrow.matches || (isBeside && this.#crowded.matches);
  }

  /** Where there is no room for a panel: what it is about in a line, and a way to it. */
  #strip(): TemplateResult {
    const { id, panel } = this.#scenes.scene;
    return html`<div class="strip">
      <activity-strip
        .activities=${this.#session.activity.items}
        .toolCount=${this.#session.tools.length}
        .open=${this.open === "activity"}
        @toggle-panel=${() => this.#toggle("activity")}
        @stop-tool=${this.#stopTool}
      ></activity-strip>
      ${
        panel === undefined
          ? nothing
          : html`<button class="toggle" data-testid="${id}-toggle" aria-expanded=${this.open === "space"} @click=${() => this.#toggle("space")}>${panel} ${icon("chevron")}</button>`
      }
    </div>`;
  }

  #panels(tools: AgentSession["tools"]): TemplateResult {
    const { items } = this.#session.activity;
    return html`
      ${this.#space(items)}
      <activity-panel
        role="complementary"
        aria-label="Tools"
        class=${this.open === "activity" ? "open" : ""}
        .activities=${items}
        .tools=${tools}
        @stop-tool=${this.#stopTool}
        @show-code=${() => this.#code.value?.show()}
      ></activity-panel>
    `;
  }

  /** The scene's own panel. Its elements come with the scene's tools. */
  #space(items: readonly Activity[]): TemplateResult | typeof nothing {
    const { id, panel } = this.#scenes.scene;
    const shown = this.open === "space" ? "space open" : "space";
    if (id === "workspace") {
      return html`<workspace-panel
        tabindex="0"
        role="complementary"
        aria-label=${panel}
        class=${shown}
        .finished=${items.filter((item) => !isRunning(item)).length}
      ></workspace-panel>`;
    }
    if (id === "orders") {
      return html`<basket-panel tabindex="0" role="complementary" aria-label=${panel} class=${shown}></basket-panel>`;
    }
    return id === "travel"
      ? html`<log-panel tabindex="0" role="complementary" aria-label=${panel} class=${shown}></log-panel>`
      : nothing;
  }

  /** Who does what, in the scene in which several have a part. */
  #bar(tools: AgentSession["tools"]): TemplateResult | typeof nothing {
    if (this.#scenes.scene.id !== "orders") return nothing;
    const modes = new Map(
      tools.map(({ name, metadata }) => [name, metadata.execution ?? "client"] as const),
    );
    return html`<orders-bar
      .activities=${this.#session.activity.items}
      .modeOf=${(tool: string) => modes.get(tool)}
      @protocol-change=${this.#protocolChanged}
    ></orders-bar>`;
  }

  #welcome(): TemplateResult {
    const { welcome, suggestions } = this.#scenes.scene;
    const [first, second] = welcome.lines;
    return html`<div class="welcome" data-testid="welcome">
      <h2>${first}<br />${second}</h2>
      <p>${welcome.text}</p>
      <prompt-list .suggestions=${suggestions} @send=${this.#send}></prompt-list>
    </div>`;
  }

  #toggle(panel: "activity" | "space"): void {
    this.open = this.open === panel ? undefined : panel;
  }

  #send(event: CustomEvent<{ text: string }>): void {
    event.stopPropagation();
    this.open = undefined;
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
    // What begins anew is seen, whatever covered what was there before.
    this.open = undefined;
    this.#session.reset();
    orderDesk.clear();
    this.#focusComposer();
  }

  /** A conversation is one with one agent: the other begins anew. */
  #protocolChanged(): void {
    this.#scenes.connect();
    this.#session.reset();
    orderDesk.clear();
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
    if (this.open !== undefined) this.open = undefined;
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
