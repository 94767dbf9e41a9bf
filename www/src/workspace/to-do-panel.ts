import type { TodoItem } from "ag-ui-lit/toolbox";
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../styles/icons.js";
import { sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import type { ToDos } from "./to-dos.js";

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
    css`
      li {
        display: flex;
        gap: 0.625rem;
        padding: 0.4375rem 0.75rem;
        font-size: var(--small);
        line-height: 1.25rem;
      }

      .state {
        display: grid;
        flex: none;
        place-items: center;
        inline-size: 1rem;
        block-size: 1rem;
        margin-block-start: 0.125rem;
        border: 1.5px solid var(--line-strong);
        border-radius: 4px;
        color: var(--on-accent);
      }

      .completed .state {
        border-color: var(--good);
        color: var(--good);
      }

      .cancelled .state {
        color: var(--muted);
      }

      .in_progress .state {
        border-color: var(--accent);
      }

      .in_progress .state::before {
        content: "";
        inline-size: 0.5rem;
        block-size: 0.5rem;
        border-radius: 2px;
        background: var(--accent);
      }

      .content {
        flex: 1;
        min-inline-size: 0;
        overflow-wrap: anywhere;
      }

      .completed .content,
      .cancelled .content {
        color: var(--muted);
      }

      .cancelled .content {
        text-decoration: line-through;
      }

      .now {
        flex: none;
        color: var(--accent);
        font-size: var(--tiny);
        font-weight: 500;
      }
    `,
  ];
  static override properties = { toDos: { attribute: false } };

  declare toDos: ToDos;
  readonly #show = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    this.toDos.addEventListener("change", this.#show);
    this.toDos.follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.toDos.removeEventListener("change", this.#show);
    this.toDos.leave();
  }

  override render(): TemplateResult {
    const { items, problem } = this.toDos;
    const done = items?.filter(({ status }) => status === "completed").length ?? 0;
    return html`<section aria-labelledby="title">
      <header>
        <h2 id="title">To-do list</h2>
        <span class="empty" role="status" data-testid="to-do-progress">${items?.length ? `${done} of ${items.length} done` : nothing}</span>
      </header>
      ${problem === undefined ? this.#list(items) : html`<p class="problem" role="alert" data-testid="to-do-problem">The list can't be shown: ${problem}</p>`}
    </section>`;
  }

  #list(items: readonly TodoItem[] | undefined): TemplateResult {
    if (!items) return html`<p class="empty">Opening the list…</p>`;
    if (items.length === 0)
      return html`<p class="empty" data-testid="no-to-dos">Nothing yet. Ask the agent for a to-do list of what is open: it survives a reload.</p>`;
    return html`<ul data-testid="to-dos">
      ${repeat(
        items,
        ({ id }) => id,
        ({ content, status }) => html`<li class=${status} data-status=${status}>
          <span class="state" aria-hidden="true">${status === "completed" ? icon("check", 12) : status === "cancelled" ? icon("cross", 12) : nothing}</span>
          <span class="content"><span class="visually-hidden">${STATES[status]}: </span>${content}</span>
          ${status === "in_progress" ? html`<span class="now" aria-hidden="true">${STATES[status]}</span>` : nothing}
        </li>`,
      )}
    </ul>`;
  }
}

customElements.define("to-do-panel", ToDoPanel);
