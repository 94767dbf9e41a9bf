import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";

/** The few icons of the page, drawn on a grid of 16 with one stroke. */
const shapes = {
  plus: svg`<path d="M8 3v10M3 8h10" />`,
  chevron: svg`<path d="m4 6 4 4 4-4" />`,
  check: svg`<path d="m3.5 8.5 3 3 6-7" />`,
  cross: svg`<path d="m4 4 8 8M12 4l-8 8" />`,
  retry: svg`<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5" />`,
  copy: svg`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5" /><path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />`,
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
