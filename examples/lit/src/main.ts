import "ag-ui-lit/chat";
import "ag-ui-lit/element";
import { ToolController } from "ag-ui-lit/lit";
import { registerToolView } from "ag-ui-lit/views";
import { css, html, LitElement } from "lit";
import { z } from "zod";

/** A page whose colour the agent sets. */
class ColourPage extends LitElement {
  static override styles = css`
    :host {
      display: block;
      block-size: 100dvh;
    }
  `;
  static override properties = { colour: { state: true } };
  declare colour: string;

  readonly tools = new ToolController(this, [
    {
      name: "set_background",
      description: "Paints the background in a CSS colour.",
      schema: z.object({ colour: z.string() }),
      handler: ({ colour }) => {
        this.colour = colour;
        return `The background is ${colour} now.`;
      },
    },
  ]);

  override render() {
    return html`
      <main style="block-size: 100%; background-color: ${this.colour ?? "transparent"}">
        <ag-ui-agent id="agent" url="/agent"></ag-ui-agent>
        <ag-ui-chat for="agent"></ag-ui-chat>
      </main>
    `;
  }
}

// The view of a call in the chat: it shows the colour, also while the model still writes it.
registerToolView(
  "set_background",
  ({ args }) => html`<p>Paints it <strong>${args.colour ?? "…"}</strong>.</p>`,
);
customElements.define("colour-page", ColourPage);
