import "ag-ui-lit/chat";
import type { AgUiChat, ComposerSend } from "ag-ui-lit/chat";
import { AgUiAgent } from "ag-ui-lit/element";
import { toolCallsOf } from "ag-ui-lit/views";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";
import { type AgentInfo, fetchAgentInfo } from "./agent-info.js";
import { codeView, docsView } from "./code-and-docs.js";
import { appStyles } from "./demo-app.styles.js";
import "./install-line.js";
import { panelOf } from "./panels.js";
import { SceneController } from "./scene-controller.js";
import { scenes, type View, views } from "./scenes.js";
import { sourceStyles } from "./source-code.js";

const VIEW_LABELS: Readonly<Record<View, string>> = {
  preview: "Preview",
  code: "Code",
  docs: "Docs",
};

/** The largest request that the demo's server takes. */
const LIMITS = { maxFileBytes: 4_000_000, maxTotalBytes: 5_000_000 };

/** The tools that look at the page or use it: what they use has to be in view. */
const USES_PAGE: ReadonlySet<string> = new Set(["get_page", "click", "type"]);

/** The page: the scenes, and of each a conversation, its source and its guides. */
export class DemoApp extends LitElement {
  static override styles = [shared, sourceStyles, appStyles];
  static override properties = {
    coreError: { attribute: false },
    isPanelOpen: { state: true },
    info: { state: true },
  };

  /** Why the Rust core could not be loaded. */
  declare coreError: string | undefined;
  /** Whether the scene's panel is shown where there is no room for it beside the conversation. */
  declare isPanelOpen: boolean;
  declare info: AgentInfo | undefined;
  readonly #agent: AgUiAgent;
  readonly #scenes: SceneController;
  readonly #chat = createRef<AgUiChat>();
  #isReady = false;
  #shown: string | undefined;

  constructor() {
    super();
    this.isPanelOpen = false;
    // By its id, and not the first one of the page: content may bring another.
    const agent = document.getElementById("agent");
    if (!(agent instanceof AgUiAgent)) throw new Error('The page has no <ag-ui-agent id="agent">.');
    this.#agent = agent;
    this.#scenes = new SceneController(this, agent);
    agent.addEventListener("ag-ui-tool-call-start", ({ detail }) => {
      if (USES_PAGE.has(detail.toolCallName)) this.isPanelOpen = true;
    });
    void fetchAgentInfo("agent/info").then((info) => {
      this.info = info;
    });
  }

  /** The core is ready: the tools can be counted. */
  coreReady(): void {
    this.#isReady = true;
    this.#agent.registry.addEventListener("tool-registry-change", () => this.requestUpdate());
    this.requestUpdate();
  }

  override willUpdate(): void {
    const { id } = this.#scenes.scene;
    // Where there is no room for both, a scene begins with its conversation; the last one is about its state.
    if (id !== this.#shown) this.isPanelOpen = id === "build";
    this.#shown = id;
    this.toggleAttribute("has-panel", this.#scenes.scene.panel !== undefined);
    document.title = `${this.#scenes.scene.label} · ag-ui-lit: tools that run in the page`;
  }

  override render(): TemplateResult {
    const { scene, view } = this.#scenes;
    const info = scene.info ?? this.info;
    return html`
      <header><div class="bar">
        <h1 class="brand" aria-label="ag-ui-lit">${BRAND}<span>ag-ui-lit</span></h1>
        <nav aria-label="Scenes">${Object.values(scenes).map(
          ({ id, label }) =>
            html`<a href="#${id}" data-testid="scene-${id}" aria-current=${id === scene.id ? "page" : "false"}>${label}</a>`,
        )}</nav>
        ${info ? html`<span class="info" title=${info.title} data-testid="agent-info">${info.label}</span>` : nothing}
        <install-line></install-line>
      </div>
      ${this.#viewBar()}</header>
      <main>
        ${this.#preview()}
        <div role="tabpanel" id="code" class="page scroller" aria-labelledby="tab-code" tabindex="0" ?hidden=${view !== "code"}>${view === "code" ? codeView(scene) : nothing}</div>
        <div role="tabpanel" id="docs" class="page scroller" aria-labelledby="tab-docs" tabindex="0" ?hidden=${view !== "docs"}>${view === "docs" ? docsView(scene) : nothing}</div>
      </main>
    `;
  }

  get #toolCount(): number {
    return this.#isReady ? this.#agent.registry.all.length : 0;
  }

  #viewBar(): TemplateResult {
    const { scene, view, isNew } = this.#scenes;
    const tab = (name: View) =>
      html`<button role="tab" id="tab-${name}" data-testid="tab-${name}" aria-controls=${name} aria-selected=${name === view} tabindex=${name === view ? 0 : -1} @click=${() => this.#show(name)}>${VIEW_LABELS[name]}</button>`;
    return html`<div class="views">
      <div role="tablist" aria-label="Views of this scene" @keydown=${this.#moveTab}>${views.map(tab)}</div>
      <span class="count"><span data-testid="tool-count">${this.#toolCount}</span> ${this.#toolCount === 1 ? "tool" : "tools"} in this page</span>
      <button class="button" data-testid="new-conversation" aria-label="New conversation" ?hidden=${isNew || view !== "preview"} @click=${this.#reset}>
        ${icon("plus", 14)}<span>New conversation</span>
      </button>
      ${
        scene.panel === undefined || view !== "preview"
          ? nothing
          : html`<button class="button toggle" data-testid="panel-toggle" aria-expanded=${this.isPanelOpen} @click=${() => Object.assign(this, { isPanelOpen: !this.isPanelOpen })}>${scene.panel} ${icon("chevron", 14)}</button>`
      }
    </div>`;
  }

  #preview(): TemplateResult {
    const { scene, view, problem, isWaiting } = this.#scenes;
    const calls = toolCallsOf(this.#agent).all;
    const { threads } = this.#scenes;
    const { bar, panel } = panelOf(scene, this.#agent, calls, this.#toolCount, threads);
    return html`<div
      role="tabpanel"
      id="preview"
      class="preview ${this.isPanelOpen ? "open" : ""}"
      aria-labelledby="tab-preview"
      ?hidden=${view !== "preview"}
      @protocol-change=${this.#reset}
      @try-it=${(event: CustomEvent<string>) => this.#send(event.detail)}
    >
      <div class="talk">
        ${this.coreError ? html`<p class="core-error" role="alert" data-testid="core-error">The WebAssembly core could not be loaded, so no tool can run: ${this.coreError}</p>` : nothing}
        ${problem ? html`<p class="core-error" role="alert" data-testid="scene-error">Not all tools of this scene could be loaded: ${problem}</p>` : nothing}
        ${bar}
        <ag-ui-chat
          data-testid="chat"
          .agent=${this.#agent}
          .suggestions=${this.#suggestions}
          .accept=${scene.accept ?? ""}
          .limits=${LIMITS}
          .threads=${threads}
          @ag-ui-composer-send=${this.#sending}
          ${ref(this.#chat)}
        >
          ${this.#welcome()}
          <p slot="before-composer" class="waiting" role="status" data-testid="waiting">${isWaiting ? "Loading the tools of this scene. Your message is sent as soon as they are here." : nothing}</p>
        </ag-ui-chat>
      </div>
      ${panel}
    </div>`;
  }

  /** What to ask next: nothing while the agent works, which needs the room. */
  get #suggestions(): AgUiChat["suggestions"] {
    const { scene, isNew } = this.#scenes;
    if (this.#agent.isRunning) return [];
    return isNew ? scene.suggestions : [scene.act, ...scene.suggestions];
  }

  #welcome(): TemplateResult {
    const { title, text, act } = this.#scenes.scene;
    return html`<div slot="empty" class="welcome" data-testid="welcome">
      <h2>${title}</h2>
      <p>${text}</p>
      <button class="button primary" data-testid="act" ?disabled=${this.#scenes.isWaiting} @click=${() => this.#send(act.prompt)}>${act.label}</button>
      <p class="point">${act.point}</p>
    </div>`;
  }

  #show(view: View): void {
    const { id } = this.#scenes.scene;
    location.hash = view === "preview" ? id : `${id}/${view}`;
  }

  async #moveTab(event: KeyboardEvent): Promise<void> {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = views.indexOf(this.#scenes.view);
    this.#show(views[(at + step + views.length) % views.length] ?? "preview");
    await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }

  #send(content: Parameters<SceneController["send"]>[0]): void {
    // A message that the agent refuses is the composer's: there is nothing to put back here.
    this.#scenes
      .send(content)
      .catch((error: unknown) => console.warn("The message was not sent:", error));
    this.#focusComposer();
  }

  /** A message that is written before the scene's tools are there waits for them: the agent would have none. */
  #sending(event: CustomEvent<ComposerSend>): void {
    if (this.#scenes.isOpen && !this.#scenes.isWaiting) return;
    event.preventDefault();
    if (this.#scenes.isWaiting) return;
    (event.composedPath()[0] as HTMLElementTagNameMap["ag-ui-composer"]).clear();
    this.#send(event.detail.content);
  }

  #reset(): void {
    this.isPanelOpen = false;
    this.#scenes.reset();
    this.#focusComposer();
  }

  /** Puts the caret where the next message is written, unless that would open a phone's keyboard unasked. */
  #focusComposer(): void {
    if (matchMedia("(hover: hover)").matches) this.#chat.value?.focus();
  }
}

const BRAND = html`<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="var(--accent)" />
  <path d="M12 8H9v16h3M20 8h3v16h-3" fill="none" stroke="var(--on-accent)" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" />
  <circle cx="16" cy="16" r="2.8" fill="var(--on-accent)" />
</svg>`;

declare global {
  interface HTMLElementTagNameMap {
    "demo-app": DemoApp;
  }
}

customElements.define("demo-app", DemoApp);
