import { css, html, LitElement, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { icon } from "../styles/icons.js";
import { dialogFrame, shared } from "../styles/shared.js";
import source from "../tools/set-theme.ts?raw";
import { highlight } from "./highlight.js";

const TOOL = /\/\/ #region shown\n([\s\S]*?)\/\/ #endregion/.exec(source)?.[1]?.trim() ?? source;

const USE = `import { registerTool } from "ag-ui-lit";
import "ag-ui-lit/element"; // defines <ag-ui-agent>

registerTool(setTheme);`;

const MARKUP = `<ag-ui-agent url="/agent"></ag-ui-agent>`;

/** How one of the page's tools is made: its real source, and the lines around it. */
export class CodeDialog extends LitElement {
  static override styles = [
    shared,
    dialogFrame,
    css`
      dialog {
        inline-size: min(44rem, calc(100vw - 1.5rem));
        max-block-size: calc(100dvh - 3rem);
      }

      .head {
        position: sticky;
        inset-block-start: 0;
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 1rem;
        padding: 1rem 1.25rem 0.5rem;
        background: var(--paper);
      }

      .body {
        padding: 0 1.25rem 1.25rem;
      }

      p {
        margin: 0.75rem 0 0.5rem;
        color: var(--muted);
        font-size: 0.875rem;
      }

      pre {
        margin: 0;
        padding: 0.875rem 1rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--raised);
        font: 400 0.8125rem / 1.6 var(--mono);
        tab-size: 2;
      }

      .comment {
        color: var(--muted);
      }

      .string {
        color: var(--good);
      }

      .keyword {
        color: var(--accent);
      }

      .close {
        display: grid;
        place-items: center;
        inline-size: 2rem;
        block-size: 2rem;
        border-radius: 8px;
        color: var(--muted);
      }

      .close:hover {
        background: var(--sunken);
      }
    `,
  ];
  readonly #dialog = createRef<HTMLDialogElement>();

  get open(): boolean {
    return this.#dialog.value?.open ?? false;
  }

  show(): void {
    this.#dialog.value?.showModal();
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title" data-testid="code-dialog" ${ref(this.#dialog)} @click=${this.#clickOutside}>
      <div class="head">
        <h2 id="title">This is all there is to a tool</h2>
        <button class="close" aria-label="Close" @click=${this.#close}>${icon("cross")}</button>
      </div>
      <div class="body">
        <p>The source of the tool that repaints this page:</p>
        <pre class="scroller" tabindex="0" role="group" aria-label="The tool">${highlight(TOOL)}</pre>
        <p>Register it from anywhere, before or after the core has loaded:</p>
        <pre class="scroller" tabindex="0" role="group" aria-label="Registering it">${highlight(USE)}</pre>
        <p>And put the agent into the page. It offers the tools, runs the calls, and returns the results:</p>
        <pre class="scroller" tabindex="0" role="group" aria-label="The agent in the page">${highlight(MARKUP)}</pre>
      </div>
    </dialog>`;
  }

  #close(): void {
    this.#dialog.value?.close();
  }

  #clickOutside(event: MouseEvent): void {
    if (event.target === this.#dialog.value) this.#close();
  }
}

customElements.define("code-dialog", CodeDialog);
