import { type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { iconOf } from "../../look/icon.js";

/** The icons of the composer, on a grid of 16 with one stroke. */
const shapes = {
  send: svg`<path d="M8 13V3M3.5 7.5 8 3l4.5 4.5" />`,
  stop: svg`<rect x="3.5" y="3.5" width="9" height="9" rx="1.5" fill="currentColor" stroke="none" />`,
  attach: svg`<path d="m13 7.4-5.2 5.2a3.3 3.3 0 0 1-4.7-4.7l5.5-5.5a2.2 2.2 0 0 1 3.1 3.1l-5.4 5.4a1.1 1.1 0 0 1-1.6-1.6l4.9-4.8" />`,
  remove: svg`<path d="m4.5 4.5 7 7M11.5 4.5l-7 7" />`,
  retry: svg`<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5" />`,
  image: svg`<rect x="2" y="3" width="12" height="10" rx="1.5" /><path d="m2.5 11.5 3.5-3.5 2.5 2.5 2-2 3 3" /><circle cx="10.5" cy="6" r=".6" />`,
  audio: svg`<path d="M6 11.5V3.5l7-1v8" /><circle cx="4.3" cy="11.5" r="1.7" /><circle cx="11.3" cy="10.5" r="1.7" />`,
  video: svg`<rect x="1.5" y="4" width="9" height="8" rx="1.5" /><path d="m10.5 7 4-2v6l-4-2" />`,
  document: svg`<path d="M9 2H4.5A1.5 1.5 0 0 0 3 3.5v9A1.5 1.5 0 0 0 4.5 14h7a1.5 1.5 0 0 0 1.5-1.5V6zM9 2v4h4" />`,
} satisfies Record<string, SVGTemplateResult>;

/** An icon that screen readers skip. */
export function icon(name: keyof typeof shapes): TemplateResult {
  return iconOf(shapes[name]);
}
