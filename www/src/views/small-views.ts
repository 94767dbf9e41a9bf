import { html, type TemplateResult } from "lit";
import type { Reminder } from "../tools/add-reminder.js";
import type { Booking } from "../tools/book-table.js";

export function bookingTicket({ restaurant, guests, time, reference }: Booking): TemplateResult {
  return html`<div class="ticket" data-testid="booking-ticket">
    <span class="time">${time}</span>
    <span><strong>${restaurant}</strong><span class="quiet">${guests === 1 ? "1 guest" : `${guests} guests`}, tonight</span></span>
    <code>${reference}</code>
  </div>`;
}

export function reminderNote({ text, time, day }: Reminder): TemplateResult {
  return html`<div class="ticket" data-testid="reminder-note">
    <span class="time">${time}</span>
    <span><strong>${text}</strong><span class="quiet">Reminder for ${day ?? "today"}</span></span>
  </div>`;
}

export function themeSwatch({ color }: { color?: string }): TemplateResult | undefined {
  if (color === undefined) return undefined;
  return html`<div class="swatches" role="img" aria-label="The new palette, from ${color}" data-testid="theme-swatch">
    ${["--accent", "--accent-line", "--accent-soft", "--line", "--ink"].map((token) => html`<span style="background: var(${token})"></span>`)}
  </div>`;
}
