import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";

/** The few icons of the page, drawn on a grid of 16 with one stroke. */
const shapes = {
  send: svg`<path d="M8 13V3M3.5 7.5 8 3l4.5 4.5" />`,
  stop: svg`<rect x="4" y="4" width="8" height="8" rx="1.5" fill="currentColor" stroke="none" />`,
  plus: svg`<path d="M8 3v10M3 8h10" />`,
  chevron: svg`<path d="m4 6 4 4 4-4" />`,
  check: svg`<path d="m3.5 8.5 3 3 6-7" />`,
  cross: svg`<path d="m4 4 8 8M12 4l-8 8" />`,
  code: svg`<path d="m5.5 4.5-3.5 3.5 3.5 3.5M10.5 4.5 14 8l-3.5 3.5" />`,
  retry: svg`<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5" />`,
  alert: svg`<path d="M8 4.5v4.2M8 11.4v.1" /><circle cx="8" cy="8" r="6.2" />`,
} satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof shapes;

export function icon(name: IconName, size = 16): TemplateResult {
  return html`<svg
    viewBox="0 0 16 16"
    width=${size}
    height=${size}
    fill="none"
    stroke="currentColor"
    stroke-width="1.7"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${shapes[name]}
  </svg>`;
}
