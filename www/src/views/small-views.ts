import { html, type TemplateResult } from "lit";
import type { Booking } from "../tools/book-table.js";

export function bookingTicket({ restaurant, guests, time, reference }: Booking): TemplateResult {
  return html`<div class="ticket" data-testid="booking-ticket">
    <span class="time">${time}</span>
    <span><strong>${restaurant}</strong><span class="quiet">${guests === 1 ? "1 guest" : `${guests} guests`}, tonight</span></span>
    <code>${reference}</code>
  </div>`;
}

export function themeSwatch({ color }: { color?: string }): TemplateResult | undefined {
  if (color === undefined) return undefined;
  return html`<div class="swatches" role="img" aria-label="The new palette, from ${color}" data-testid="theme-swatch">
    ${["--accent", "--accent-line", "--accent-soft", "--line", "--ink"].map((token) => html`<span style="background: var(${token})"></span>`)}
  </div>`;
}
