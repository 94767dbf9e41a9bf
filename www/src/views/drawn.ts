import type { ToolCallState } from "ag-ui-lit/views";
import { html, type TemplateResult } from "lit";
import { viewStyles } from "./views.styles.js";

/** The styles of all views: a view is drawn in a shadow root of its own. */
export const styles = viewStyles;

type View<Output> = (
  call: ToolCallState<Record<string, unknown>, Output>,
) => TemplateResult | undefined;

/**
 * A view that draws a result, and names the tool and the place it ran. The package's own card is shown until there is a
 * result, and for one that `draw` has no picture of.
 */
export function drawn<Output>(draw: (output: Output) => TemplateResult | undefined): View<Output> {
  return (call) => {
    const { status, output } = call;
    if (status !== "succeeded" || typeof output !== "object" || output === null) return undefined;
    const content = draw(output);
    return content && framed(call, content);
  };
}

/** A picture of a call, with the tool and the place it ran below it. */
export function framed(
  { toolName, answeredBy, status }: Pick<ToolCallState, "toolName" | "answeredBy" | "status">,
  content: unknown,
): TemplateResult {
  return html`<div class="view" data-testid="tool-view" data-tool=${toolName} data-status=${status}>
    ${content}
    <p class="where"><code>${toolName}</code> ${answeredBy === "backend" ? "ran on the server" : status === "succeeded" ? "ran in this page" : "in this page"}</p>
  </div>`;
}

/** Returns true for a list with something in it: a server may send anything. */
export function hasItems(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}
