import type { ApprovalRequest } from "ag-ui-lit/element";
import { css, html, LitElement, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { jsonText, layOut } from "../activity/json-text.js";
import { shared } from "../styles/shared.js";

/** Asks the visitor whether a tool may run. Raises `decide` with their answer; Escape is a no. */
export class ApprovalDialog extends LitElement {
  static override styles = [
    shared,
    css`
      dialog {
        inline-size: min(30rem, calc(100vw - 1.5rem));
        max-block-size: calc(100dvh - 3rem);
        padding: 1.25rem;
        border: 1px solid var(--line);
        border-radius: 14px;
        background: var(--paper);
        color: var(--ink);
        box-shadow: 0 24px 64px oklch(0 0 0 / 0.28);
      }

      dialog::backdrop {
        background: oklch(0 0 0 / 0.45);
      }

      h2 {
        margin: 0;
        font-size: 1.0625rem;
        font-weight: 600;
        letter-spacing: -0.01em;
      }

      p {
        margin: 0.5rem 0 0.75rem;
        color: var(--muted);
        font-size: 0.875rem;
      }

      pre {
        max-block-size: 14rem;
        margin: 0;
        padding: 0.75rem 0.875rem;
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--raised);
        font: 400 0.8125rem / 1.6 var(--mono);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }

      footer {
        display: flex;
        justify-content: flex-end;
        gap: 0.5rem;
        margin-block-start: 1rem;
      }

      .allow {
        border-color: var(--accent);
        background: var(--accent);
        color: var(--on-accent);
      }
    `,
  ];
  static override properties = { request: { attribute: false } };

  declare request: ApprovalRequest | undefined;
  readonly #dialog = createRef<HTMLDialogElement>();

  get open(): boolean {
    return this.#dialog.value?.open ?? false;
  }

  override render(): TemplateResult {
    const { toolCallName, description, toolCallArgs } = this.request ?? {};
    return html`<dialog aria-labelledby="title" aria-describedby="what" data-testid="approval-dialog" ${ref(this.#dialog)} @cancel=${this.#cancel}>
      <h2 id="title">May the agent run ${toolCallName}?</h2>
      <p id="what">${description}</p>
      <pre tabindex="0" aria-label="Arguments" data-testid="approval-args">${jsonText(layOut(JSON.stringify(toolCallArgs ?? {})))}</pre>
      <footer>
        <button class="button" data-testid="approval-decline" autofocus @click=${() => this.#decide("decline")}>Don't run it</button>
        <button class="button allow" data-testid="approval-approve" @click=${() => this.#decide("approve")}>Run it</button>
      </footer>
    </dialog>`;
  }

  override updated(): void {
    const dialog = this.#dialog.value;
    if (this.request && !this.open) dialog?.showModal();
    else if (!this.request) dialog?.close();
  }

  /** It closes when the request is settled, whoever settles it. */
  #cancel(event: Event): void {
    event.preventDefault();
    this.#decide("decline");
  }

  #decide(decision: "approve" | "decline"): void {
    const toolCallId = this.request?.toolCallId;
    this.dispatchEvent(new CustomEvent("decide", { detail: { toolCallId, decision } }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "approval-dialog": ApprovalDialog;
  }
}

customElements.define("approval-dialog", ApprovalDialog);
