import type { KeptThreads } from "ag-ui-lit/durable";
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { StoreFollower } from "../app/store-follower.js";
import { listStyles, panelStyles, sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { bakery, type DiaryEntry, type Loaf } from "./bakery.js";

/** The loaves and the diary of this browser, which outlive the page, and whether this tab runs the calls. */
export class BakeryPanel extends LitElement {
  static override styles = [
    shared,
    sectionStyles,
    listStyles,
    panelStyles,
    css`
      li {
        display: flex;
        justify-content: space-between;
        gap: 0.75rem;
        padding: 0.5rem 0.75rem;
      }

      time,
      li span {
        flex: none;
        color: var(--muted);
        font-variant-numeric: tabular-nums;
      }

      p + p {
        margin-block-start: 0.5rem;
      }

      a {
        display: inline-grid;
        align-items: center;
        min-block-size: 2rem;
        color: var(--accent);
      }
    `,
  ];
  static override properties = { threads: { attribute: false } };

  declare threads: KeptThreads | undefined;
  readonly #changed = () => this.requestUpdate();
  /** Renders when the next loaf is ready. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    new StoreFollower(this, bakery);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.threads?.removeEventListener("acting-changed", this.#changed);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("threads")) return;
    changed.get("threads")?.removeEventListener("acting-changed", this.#changed);
    this.threads?.addEventListener("acting-changed", this.#changed);
  }

  override render(): TemplateResult {
    const { loaves, diary } = bakery;
    return html`
      <section aria-labelledby="tabs">
        <header><h2 id="tabs">Tabs</h2><a href="#survive" target="_blank" rel="noopener" data-testid="second-tab">Open a second tab</a></header>
        <p class="empty" role="status" data-testid="acting">${this.#tabs()}</p>
      </section>
      <section aria-labelledby="loaves">
        <header>
          <h2 id="loaves">Loaves <span data-testid="loaves">${loaves.length}</span></h2>
          <button class="link" data-testid="clear-bakery" aria-disabled=${loaves.length + diary.length === 0} @click=${() => bakery.clear()}>Clear</button>
        </header>
        ${loaves.length === 0 ? html`<p class="empty">The oven is cold. The bakery is kept in this browser, and stands in for a service of yours.</p>` : html`<ul>${loaves.map(loafItem)}</ul>`}
      </section>
      <section aria-labelledby="diary">
        <header><h2 id="diary">Diary of all pages</h2></header>
        ${diary.length === 0 ? html`<p class="empty">Nothing yet. It goes on over reloads, and over all tabs.</p>` : html`<ul data-testid="diary">${diary.toReversed().map(diaryItem)}</ul>`}
      </section>
    `;
  }

  override updated(): void {
    clearTimeout(this.#timer);
    const waits = bakery.loaves
      .map(({ readyAt }) => readyAt - Date.now())
      .filter((wait) => wait > 0);
    if (waits.length > 0) this.#timer = setTimeout(this.#changed, Math.min(...waits, 60_000));
  }

  #tabs(): string | typeof nothing {
    if (!this.threads) return nothing;
    return this.threads.isActing
      ? "This tab runs the calls. When it is closed, another one goes on."
      : "Another tab runs the calls, and this one shows them live. Send a message to take over.";
  }
}

function loafItem({ bread, readyAt }: Loaf): TemplateResult {
  const isReady = readyAt <= Date.now();
  return html`<li data-testid="loaf">${bread} <span>${isReady ? "ready" : "in the oven"}</span></li>`;
}

function diaryItem({ at, text }: DiaryEntry): TemplateResult {
  const time = new Date(at);
  return html`<li>${text} <time datetime=${time.toISOString()}>${time.toLocaleTimeString("en-GB")}</time></li>`;
}

customElements.define("bakery-panel", BakeryPanel);
