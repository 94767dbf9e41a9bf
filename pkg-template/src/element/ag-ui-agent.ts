import type { FormMetadata } from "../forms/form-metadata.js";
import type { FormTools } from "../forms/form-scope.js";
import { FormsFeature } from "../forms/forms-feature.js";
import { WebMcpFeature } from "../web-mcp/web-mcp-feature.js";
import { AgentElement } from "./page/agent-element.js";
import type { FeatureHost } from "./page/feature.js";

/** The features of `<ag-ui-agent>` besides the conversation with its backend. */
const featuresOf = (host: FeatureHost) => ({
  // The browser's half first: it then follows what the forms do to the registries.
  webMcp: new WebMcpFeature(host),
  forms: new FormsFeature(host),
});

const properties = ["exposeWebmcp", "formTools", "formMetadata"];

/**
 * `<ag-ui-agent>`: talks to an AG-UI backend and runs the tools it asks for. Headless: it renders nothing, and the
 * page draws what the events report.
 *
 * @example
 * ```html
 * <ag-ui-agent id="agent" url="/agent"></ag-ui-agent>
 * <script type="module">
 *   import "ag-ui-lit/element";
 *   const agent = document.getElementById("agent");
 *   agent.addEventListener("ag-ui-messages-changed", (event) => console.log(event.detail.messages));
 *   await agent.sendMessage("Hello");
 * </script>
 * ```
 */
export class AgUiAgent extends AgentElement<ReturnType<typeof featuresOf>> {
  static override get observedAttributes(): string[] {
    // biome-ignore lint/complexity/noThisInStatic: Lit prepares the class that it is asked of
    return [...super.observedAttributes, "expose-webmcp", "form-tools"];
  }

  // Without private members: a property that was set before the element was defined is set in here, and reaches them.
  constructor() {
    super(featuresOf, properties);
  }

  override attributeChangedCallback(
    name: string,
    previous: string | null,
    value: string | null,
  ): void {
    super.attributeChangedCallback(name, previous, value);
    if (previous === value) return;
    if (name === "form-tools") this.formTools = value;
    if (name !== "expose-webmcp") return;
    // A framework that writes every attribute as text means by "false" that it is off.
    this.features.webMcp.isExposing = value !== null && value !== "false";
    this.featuresChanged();
  }

  /** Whether the browser's own agent is offered the registry's tools, where the browser has WebMCP. */
  get exposeWebmcp(): boolean {
    return this.features.webMcp.isExposing;
  }

  set exposeWebmcp(exposes: boolean) {
    if (exposes) this.setAttribute("expose-webmcp", "");
    else this.removeAttribute("expose-webmcp");
  }

  /**
   * Which forms of the document with `toolname` are tools: `"none"` unless something else is set, `"all"`, or those
   * within some elements, given themselves or by a CSS selector. What makes no sense counts as `"none"`, with a warning.
   *
   * @example
   * ```ts
   * agent.formTools = document.querySelector("#booking");
   * ```
   */
  get formTools(): FormTools {
    return this.features.forms.settings.tools ?? "none";
  }

  set formTools(forms: FormTools | null | undefined) {
    this.features.forms.settings.tools = forms;
    this.featuresChanged();
  }

  /**
   * Metadata of the tools that are forms, by their names, or from a function that is asked of each form. Without an
   * `approval` in it, a person is asked before a form submits by itself, or sends its data to another origin.
   *
   * @example
   * ```ts
   * agent.formMetadata = { find_flights: { approval: "never" } };
   * ```
   */
  get formMetadata(): FormMetadata | undefined {
    return this.features.forms.settings.metadata;
  }

  set formMetadata(metadata: FormMetadata | null | undefined) {
    this.features.forms.settings.metadata = metadata ?? undefined;
    this.featuresChanged();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-agent": AgUiAgent;
  }
}
