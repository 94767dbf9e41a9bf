import { humanTool } from "ag-ui-lit/views";
import { html } from "lit";
import { z } from "zod";
import { framed, styles } from "../views/drawn.js";

// #region shown
/** A tool whose answer the visitor gives: the call waits until `respond()` is called. */
export const chooseDessert = humanTool({
  name: "choose_dessert",
  description: "Has the visitor choose a dessert.",
  schema: z.object({ desserts: z.array(z.string().max(60)).min(1).max(6) }),
  resultSchema: z.string(),
  styles,
  view: (call) => {
    if (call.status === "succeeded")
      return framed(call, html`Chosen: <strong>${call.output}</strong>`);
    if (call.status !== "asking") return undefined;
    const choices = call.args.desserts?.map(
      (dessert) =>
        html`<button class="button" type="button" @click=${() => call.respond(dessert)}>${dessert}</button>`,
    );
    return framed(call, html`<strong>Which dessert?</strong><div class="choices">${choices}</div>`);
  },
});
// #endregion
