import type { RegisteredTool } from "ag-ui-lit";
import { css, html, LitElement, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";

/** The tools that this page offers to the agent. Each opens to what the model is shown. */
export class ToolList extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
      }

      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }

      li + li {
        border-block-start: 1px solid var(--line);
      }

      summary {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        min-block-size: 2.25rem;
        cursor: pointer;
        list-style: none;
        border-radius: 6px;
      }

      summary::-webkit-details-marker {
        display: none;
      }

      summary code {
        flex: 1;
        min-inline-size: 0;
        overflow-wrap: anywhere;
        font: 500 var(--small) var(--mono);
      }

      summary span {
        flex: none;
        font-size: var(--tiny);
        color: var(--muted);
      }

      summary svg {
        flex: none;
        color: var(--muted);
        transition: rotate 150ms;
      }

      details[open] summary svg {
        rotate: 180deg;
      }

      @media (width < 60rem) {
        summary {
          min-block-size: 2.75rem;
        }
      }

      p {
        margin: 0 0 0.5rem;
        font-size: var(--small);
        line-height: 1.45;
        color: var(--muted);
        overflow-wrap: anywhere;
      }

      pre {
        max-block-size: 14rem;
        margin: 0 0 0.75rem;
        padding: 0.625rem 0.75rem;
        border-radius: 8px;
        background: var(--sunken);
        font: 400 var(--tiny) / 1.55 var(--mono);
      }
    `,
  ];
  static override properties = { tools: { attribute: false }, counts: { attribute: false } };

  declare tools: readonly RegisteredTool[];
  /** How often each tool was called in this conversation. */
  declare counts: ReadonlyMap<string, number>;

  constructor() {
    super();
    this.tools = [];
    this.counts = new Map();
  }

  override render(): TemplateResult {
    return html`<ul data-testid="tool-list">
      ${repeat(
        this.tools,
        ({ name }) => name,
        ({ name, description, parameters }) => html`<li>
          <details data-tool=${name}>
            <summary>
              <code>${name}</code>
              <span>${this.#calls(name)}</span>
              ${icon("chevron", 14)}
            </summary>
            <p>${description}</p>
            <pre class="scroller" tabindex="0" role="group" aria-label="JSON Schema of ${name}">${JSON.stringify(parameters, null, 2)}</pre>
          </details>
        </li>`,
      )}
    </ul>`;
  }

  #calls(name: string): string {
    const count = this.counts.get(name) ?? 0;
    return count === 0 ? "" : count === 1 ? "1 call" : `${count} calls`;
  }
}

customElements.define("tool-list", ToolList);
