import { html, type TemplateResult } from "lit";
import type { Reminder } from "../tools/add-reminder.js";
import type { Booking } from "../tools/book-table.js";
import { getPicture } from "./pictures.js";

export function bookingTicket({ restaurant, guests, time, reference }: Booking): TemplateResult {
  return html`<div class="view ticket" data-testid="booking-ticket">
    <span class="time">${time}</span>
    <span><strong>${restaurant}</strong><span class="quiet">${guests === 1 ? "1 guest" : `${guests} guests`}, tonight</span></span>
    <code>${reference}</code>
  </div>`;
}

export function reminderNote({ text, time, day }: Reminder): TemplateResult {
  return html`<div class="view ticket" data-testid="reminder-note">
    <span class="time">${time}</span>
    <span><strong>${text}</strong><span class="quiet">Reminder for ${day ?? "today"}</span></span>
  </div>`;
}

export function themeSwatch(color: string): TemplateResult {
  return html`<div class="view swatches" role="img" aria-label="The new palette, from ${color}" data-testid="theme-swatch">
    ${["--accent", "--accent-line", "--accent-soft", "--line", "--ink"].map((token) => html`<span style="background: var(${token})"></span>`)}
  </div>`;
}

/** A picture while it is painted, when it is done, or as far as it got. */
export function pictureView(toolCallId: string): TemplateResult | undefined {
  const picture = getPicture(toolCallId);
  if (!picture) return undefined;
  const percent = Math.round(picture.progress * 100);
  const state = picture.painting
    ? `${percent}%`
    : picture.progress < 1
      ? `Stopped at ${percent}%`
      : "Done";
  return html`<figure class="view picture" data-testid="fractal-view">
    <div class="canvas" role="img" aria-label="A fractal, ${state}">${picture.canvas}</div>
    <figcaption>
      <progress max="100" .value=${percent} aria-label="Rendering"></progress>
      <span>${state}</span>
    </figcaption>
  </figure>`;
}
