import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { StoreFollower } from "../app/store-follower.js";
import { listStyles, sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { workspace } from "./workspace.js";
import type { FileEntry } from "./workspace-folder.js";

const { files } = workspace;

/** The files of the workspace: a list in which each opens to what it holds. */
export class FileBrowser extends LitElement {
  static override styles = [
    shared,
    sectionStyles,
    listStyles,
    css`
      summary {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        min-block-size: 2.5rem;
        padding-inline: 0.75rem;
        cursor: pointer;
        outline-offset: -2px;
      }

      summary:hover {
        background: var(--sunken);
      }

      code {
        flex: 1;
        min-inline-size: 0;
      }

      .difference {
        color: var(--accent);
        font-size: var(--tiny);
      }
    `,
  ];
  static override properties = { said: { state: true } };

  /** What was done, for a screen reader. */
  declare said: string;
  readonly #refresh = () => void files.refresh();

  constructor() {
    super();
    this.said = "";
    new StoreFollower(this, files);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Another tab may have changed them.
    addEventListener("focus", this.#refresh);
    this.#refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("focus", this.#refresh);
  }

  override render(): TemplateResult {
    const { entries, problem } = files;
    const isChanged = entries?.some(({ difference }) => difference !== undefined) === true;
    const isSample = entries !== undefined && entries.length > 0 && !isChanged;
    return html`<section aria-labelledby="title">
      <header>
        <h2 id="title">Files <span data-testid="file-count">${entries?.length ?? ""}</span></h2>
        <button class="link" data-testid="reset-files" aria-disabled=${problem !== undefined || isSample} @click=${this.#reset}>Reset to the samples</button>
      </header>
      ${problem === undefined ? this.#list(entries) : html`<p class="problem" role="alert" data-testid="files-problem">The files can't be shown: ${problem}</p>`}
      <p class="visually-hidden" role="status">${this.said}</p>
    </section>`;
  }

  #list(entries: readonly FileEntry[] | undefined): TemplateResult {
    if (!entries) return html`<p class="empty">Opening the workspace…</p>`;
    if (entries.length === 0)
      return html`<p class="empty" data-testid="no-files">The workspace is empty. Reset it to restore the samples.</p>`;
    return html`<ul data-testid="files">${repeat(entries, ({ path }) => path, fileView)}</ul>`;
  }

  async #reset(event: MouseEvent): Promise<void> {
    if ((event.currentTarget as HTMLElement).ariaDisabled === "true") return;
    this.said = "";
    await files.reset();
    if (files.problem === undefined) this.said = "The files are the samples again.";
  }
}

function fileView({ path, size, text, difference }: FileEntry): TemplateResult {
  return html`<li><details>
    <summary data-path=${path}>
      <code>${path}</code>
      ${difference ? html`<span class="difference" data-testid="difference">${difference}</span>` : nothing}
      <span class="empty">${size} B</span>
    </summary>
    <pre class="scroller" tabindex="0" role="group" aria-label="Content of ${path}" data-testid="file-content">${text ?? "This is not UTF-8 text, so it isn't shown."}</pre>
  </details></li>`;
}

customElements.define("file-browser", FileBrowser);
