import type { ReasoningMessage } from "@ag-ui/core";
import { html, nothing, type TemplateResult } from "lit";
import { start } from "../codec/truncate.js";
import { icon } from "./icons.js";
import type { RowContext } from "./row-context.js";
import type { Row } from "./rows.js";

/** Reasoning beyond this is not shown. */
const LONGEST = 100_000;

/** Reasoning of the model: folded, with its duration. What nobody unfolds is not rendered. */
export function reasoningView(
  row: Row,
  { content }: ReasoningMessage,
  context: RowContext,
): TemplateResult {
  const { strings, actions } = context;
  const isStreaming = context.isStreaming(row);
  const isOpen = row.memory.isUnfolded ?? false;
  const heading = isStreaming
    ? strings.chat.reasoning
    : strings.chat.reasoned(context.seconds(row));
  return html`<details
    class="reasoning"
    part="reasoning"
    .open=${isOpen}
    @toggle=${({ target }: Event) => {
      const { open } = target as HTMLDetailsElement;
      if (open !== isOpen) actions.unfold(row, open);
    }}
  >
    <summary part="reasoning-summary">
      ${icon("chevron")}<span class=${isStreaming ? "shimmer" : ""}>${heading}</span>
    </summary>
    ${isOpen ? html`<div class="thoughts" part="reasoning-text" dir="auto">${start(String(content ?? ""), LONGEST)}</div>` : nothing}
  </details>`;
}
