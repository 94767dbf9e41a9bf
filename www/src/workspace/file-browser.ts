import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../styles/icons.js";
import { sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { fileBrowserStyles } from "./file-browser.styles.js";
import type { WorkspaceFiles } from "./workspace-files.js";
import type { FileContent, FileEntry } from "./workspace-folder.js";

const DIFFERENCES = { new: "new", edited: "edited" } as const;

/** The files of the workspace: a list in which each opens to what it holds. */
export class FileBrowser extends LitElement {
  static override styles = [shared, sectionStyles, fileBrowserStyles];
  static override properties = { files: { attribute: false }, said: { state: true } };

  declare files: WorkspaceFiles;
  /** What was done, for a screen reader. */
  declare said: string;
  readonly #refresh = () => void this.files.refresh();
  readonly #show = () => this.requestUpdate();

  constructor() {
    super();
    this.said = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.files.addEventListener("change", this.#show);
    // Another tab may have changed them.
    addEventListener("focus", this.#refresh);
    this.#refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.files.removeEventListener("change", this.#show);
    removeEventListener("focus", this.#refresh);
  }

  override render(): TemplateResult {
    const { entries, problem } = this.files;
    const isChanged = entries?.some(({ difference }) => difference !== undefined) === true;
    const isSample = entries !== undefined && entries.length > 0 && !isChanged;
    return html`<section aria-labelledby="title">
      <header>
        <h2 id="title">Files <span data-testid="file-count">${entries?.length ?? ""}</span></h2>
        <button class="link" data-testid="reset-files" aria-disabled=${problem !== undefined || isSample} @click=${this.#reset}>${icon("retry", 14)} Reset to the samples</button>
      </header>
      ${problem === undefined ? this.#list(entries) : html`<p class="problem" role="alert" data-testid="files-problem">The files can't be shown: ${problem}</p>`}
      <p class="visually-hidden" role="status">${this.said}</p>
    </section>`;
  }

  #list(entries: readonly FileEntry[] | undefined): TemplateResult {
    if (!entries) return html`<p class="empty">Opening the workspace…</p>`;
    if (entries.length === 0)
      return html`<p class="empty" data-testid="no-files">The workspace is empty. Reset it to restore the samples.</p>`;
    return html`<ul data-testid="files">
      ${repeat(
        entries,
        ({ path }) => path,
        (entry) => this.#entry(entry),
      )}
    </ul>`;
  }

  #entry({ path, size, difference }: FileEntry): TemplateResult {
    const opened = this.files.opened?.path === path ? this.files.opened : undefined;
    const slash = path.lastIndexOf("/") + 1;
    return html`<li>
      <button data-path=${path} aria-expanded=${opened !== undefined} @click=${() => this.files.toggle(path)}>
        <span class="path"><span class="folder">${path.slice(0, slash)}</span><wbr /><bdi>${path.slice(slash)}</bdi></span>
        ${difference ? html`<span class="difference" data-testid="difference">${DIFFERENCES[difference]}</span>` : nothing}
        <span class="size">${sizeText(size)}</span>
        ${icon("chevron", 14)}
      </button>
      ${opened ? this.#content(path, opened.content) : nothing}
    </li>`;
  }

  #content(path: string, content: FileContent | undefined): TemplateResult {
    if (!content) return html`<p class="empty">Reading…</p>`;
    if (content.kind === "binary")
      return html`<p class="empty" data-testid="file-content">This is not UTF-8 text, so it isn't shown.</p>`;
    if (content.text === "")
      return html`<p class="empty" data-testid="file-content">The file is empty.</p>`;
    const lines = content.text.replace(/\r?\n$/, "").split(/\r?\n/);
    return html`<pre class="scroller" tabindex="0" role="group" aria-label="Content of ${path}" data-testid="file-content">${lines.map(
      (line) => html`<span class="line">${line}${"\n"}</span>`,
    )}</pre>${content.isCut ? html`<p class="empty">The rest is too long to be shown.</p>` : nothing}`;
  }

  async #reset(event: MouseEvent): Promise<void> {
    if ((event.currentTarget as HTMLElement).ariaDisabled === "true") return;
    this.said = "";
    await this.files.reset();
    if (this.files.problem === undefined) this.said = "The files are the samples again.";
  }
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const kilobytes = bytes / 1000;
  return kilobytes < 1000 ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}

customElements.define("file-browser", FileBrowser);
