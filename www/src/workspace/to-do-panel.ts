import type { TodoItem } from "ag-ui-lit/toolbox";
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { listStyles, sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { workspace } from "./workspace.js";

const STATES = {
  pending: "To do",
  in_progress: "In progress",
  completed: "Done",
  cancelled: "Dropped",
} as const;

/** The agent's to-do list, as it is stored: also after a reload, and when another tab changes it. */
export class ToDoPanel extends LitElement {
  static override styles = [
    shared,
    sectionStyles,
    listStyles,
    css`
      li {
        display: flex;
        justify-content: space-between;
        gap: 0.75rem;
        padding: 0.4375rem 0.75rem;
      }

      b {
        flex: none;
        color: var(--muted);
        font-size: var(--tiny);
        font-weight: 500;
      }

      .in_progress b {
        color: var(--accent);
      }
    `,
  ];
  static override properties = { items: { state: true }, problem: { state: true } };

  /** Undefined as long as they are not read. */
  declare items: readonly TodoItem[] | undefined;
  /** The reason why they can't be shown. */
  declare problem: string | undefined;
  #end: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#end = workspace.toDos.subscribe(() => void this.#read());
    void this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end?.();
  }

  override render(): TemplateResult {
    const { items, problem } = this;
    const done = items?.filter(({ status }) => status === "completed").length ?? 0;
    return html`<section aria-labelledby="title">
      <header>
        <h2 id="title">To-do list</h2>
        <span class="empty" role="status" data-testid="to-do-progress">${items?.length ? `${done} of ${items.length} done` : nothing}</span>
      </header>
      ${problem === undefined ? this.#list(items ?? []) : html`<p class="problem" role="alert" data-testid="to-do-problem">The list can't be shown: ${problem}</p>`}
    </section>`;
  }

  #list(items: readonly TodoItem[]): TemplateResult {
    if (items.length === 0)
      return html`<p class="empty" data-testid="no-to-dos">Nothing yet. Ask the agent for a to-do list of what is open: it survives a reload.</p>`;
    const item = ({ content, status }: TodoItem) =>
      html`<li class=${status} data-status=${status}><span>${content}</span> <b>${STATES[status]}</b></li>`;
    return html`<ul data-testid="to-dos">${repeat(items, ({ id }) => id, item)}</ul>`;
  }

  async #read(): Promise<void> {
    try {
      this.items = await workspace.toDos.items();
      this.problem = undefined;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}

customElements.define("to-do-panel", ToDoPanel);
