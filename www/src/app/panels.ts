import type { AgUiAgent } from "ag-ui-lit/element";
import { isSettled, type ToolCallState } from "ag-ui-lit/views";
import { html, nothing, type TemplateResult } from "lit";
import type { Scene } from "./scenes.js";

type Rendered = TemplateResult | typeof nothing;

/** What a scene has beside and above its conversation. The elements come with the scene's tools. */
export function panelOf(
  { id, panel }: Scene,
  agent: AgUiAgent,
  calls: readonly ToolCallState[],
  tools: number,
): { readonly bar: Rendered; readonly panel: Rendered } {
  const modeOf = (tool: string) => {
    const found = agent.registry.get(tool);
    return found && (found.metadata.execution ?? "client");
  };
  const bar =
    id === "orders" ? html`<orders-bar .calls=${calls} .modeOf=${modeOf}></orders-bar>` : nothing;
  const content: Readonly<Record<Scene["id"], () => Rendered>> = {
    tools: () => nothing,
    workspace: () =>
      html`<workspace-panel role="complementary" aria-label=${panel} tabindex="0" .tools=${tools} .finished=${calls.filter(({ status }) => isSettled(status)).length}></workspace-panel>`,
    travel: () =>
      html`<log-panel role="complementary" aria-label=${panel} tabindex="0"></log-panel>`,
    orders: () =>
      html`<basket-panel role="complementary" aria-label=${panel} tabindex="0"></basket-panel>`,
    build: () =>
      html`<dinner-panel role="complementary" aria-label=${panel} tabindex="0" .agent=${agent}></dinner-panel>`,
  };
  return { bar, panel: content[id]() };
}
