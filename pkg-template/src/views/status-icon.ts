import { html, svg, type TemplateResult } from "lit";
import type { ToolCallStatus } from "./call-state.js";

const ring = svg`<circle cx="8" cy="8" r="6.25" />`;
const dashed = svg`<circle cx="8" cy="8" r="6.25" stroke-dasharray="2.6 2.3" />`;

const shapes: Readonly<Record<ToolCallStatus, unknown>> = {
  writing: svg`<path d="M3 13l.7-3L10.6 3.1a1.4 1.4 0 0 1 2.3 2.3L6 12.3z" />`,
  waiting: dashed,
  approval: svg`${ring}<path d="M6.2 6.3a1.9 1.9 0 1 1 2.5 2c-.5.2-.7.5-.7 1M8 11.4v.1" />`,
  asking: svg`<path d="M2.5 3.5h11v7.5H8l-3 2.5V11H2.5z" />`,
  running: svg`<path class="turning" d="M14.25 8A6.25 6.25 0 1 1 8 1.75" />`,
  retrying: svg`${ring}<path d="M8 4.8V8l2.2 1.6" />`,
  open: dashed,
  succeeded: svg`${ring}<path d="M5.2 8.2l2 2 3.6-4.2" />`,
  failed: svg`${ring}<path d="M8 4.8v3.8M8 11.2v.1" />`,
  declined: svg`${ring}<path d="M3.8 12.2l8.4-8.4" />`,
  cancelled: svg`${ring}<path d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4" />`,
};

/** The icon of a status, which the text next to it names as well. */
export function statusIcon(status: ToolCallStatus): TemplateResult {
  return html`<svg part="card-icon" class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    ${shapes[status]}
  </svg>`;
}
