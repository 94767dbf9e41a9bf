import type { ToolCallState } from "ag-ui-lit/views";
import { html, nothing, type TemplateResult } from "lit";
import type { Reminder } from "../tools/add-reminder.js";
import { framed } from "./drawn.js";

/** A reminder, also while the model writes it: what is refused is marked at once. */
export function reminderView(call: ToolCallState<Reminder, Reminder>): TemplateResult | undefined {
  const { status, args, invalid, output } = call;
  const isWriting = status === "writing" || status === "waiting";
  if (status !== "succeeded" && !isWriting) return undefined;
  const { time = "…", text = "", day = "today" } = output ?? args;
  return framed(
    call,
    html`<div class="ticket" data-testid=${isWriting ? "reminder-draft" : "reminder-note"}>
        <span class="time">${invalid ? html`<s>${time}</s>` : time}</span>
        <span><strong>${text}${isWriting ? "▍" : nothing}</strong><span class="quiet">Reminder for ${day}</span></span>
      </div>
      ${invalid ? html`<p class="refused"><strong>Refused while it is written.</strong> ${invalid.message}</p>` : nothing}`,
  );
}
