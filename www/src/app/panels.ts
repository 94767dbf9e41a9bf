import type { KeptThreads } from "ag-ui-lit/durable";
import type { AgUiAgent } from "ag-ui-lit/element";
import { isSettled, type ToolCallState } from "ag-ui-lit/views";
import { html, nothing, type TemplateResult } from "lit";
import type { Scene } from "./scenes.js";

type Rendered = TemplateResult | typeof nothing;

/** The panels of a scene beside and above its conversation. The elements come with the scene's tools. */
export function panelOf(
  { id, panel }: Scene,
  agent: AgUiAgent,
  calls: readonly ToolCallState[],
  tools: number,
  threads: KeptThreads | undefined,
): { readonly bar: Rendered; readonly panel: Rendered } {
  const modeOf = (tool: string) => {
    const found = agent.registry.get(tool);
    return found && (found.metadata.execution ?? "client");
  };
  const bars: Partial<Record<Scene["id"], () => Rendered>> = {
    orders: () => html`<orders-bar .calls=${calls} .modeOf=${modeOf}></orders-bar>`,
    survive: () => html`<survive-bar></survive-bar>`,
  };
  const content: Readonly<Record<Scene["id"], () => Rendered>> = {
    tools: () => nothing,
    workspace: () =>
      html`<workspace-panel role="complementary" aria-label=${panel} tabindex="0" .tools=${tools} .finished=${calls.filter(({ status }) => isSettled(status)).length}></workspace-panel>`,
    travel: () =>
      html`<log-panel role="complementary" aria-label=${panel} tabindex="0"></log-panel>`,
    orders: () =>
      html`<basket-panel role="complementary" aria-label=${panel} tabindex="0"></basket-panel>`,
    survive: () =>
      html`<bakery-panel role="complementary" aria-label=${panel} tabindex="0" .threads=${threads}></bakery-panel>`,
    build: () =>
      html`<dinner-panel role="complementary" aria-label=${panel} tabindex="0" .agent=${agent}></dinner-panel>`,
  };
  return { bar: bars[id]?.() ?? nothing, panel: content[id]() };
}
