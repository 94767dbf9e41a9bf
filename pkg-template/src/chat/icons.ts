import { type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { iconOf } from "../look/icon.js";

/** The icons of the chat, drawn on a grid of 16 with one stroke. */
const shapes = {
  copy: svg`<rect x="5.5" y="5.5" width="8" height="8" rx="1.75"/><path d="M10.5 5.5v-1.25A1.75 1.75 0 0 0 8.75 2.5h-4.5A1.75 1.75 0 0 0 2.5 4.25v4.5a1.75 1.75 0 0 0 1.75 1.75H5.5"/>`,
  check: svg`<path d="m3 8.5 3.25 3.25L13 4.75"/>`,
  again: svg`<path d="M13.25 8a5.25 5.25 0 1 1-1.6-3.78M13.25 2v2.75H10.5"/>`,
  edit: svg`<path d="m10.75 3 2.25 2.25-7.5 7.5-3 .75.75-3z"/>`,
  good: svg`<path d="M5.25 7v6H3V7zM5.25 7.5 8 2.25c1.2 0 1.75.85 1.5 2L9 6.5h3.4c.8 0 1.3.7 1.1 1.45l-1.05 4c-.15.65-.7 1.05-1.35 1.05H5.25"/>`,
  bad: svg`<path d="M5.25 9V3H3v6zM5.25 8.5 8 13.75c1.2 0 1.75-.85 1.5-2L9 9.5h3.4c.8 0 1.3-.7 1.1-1.45l-1.05-4C12.3 3.4 11.75 3 11.1 3H5.25"/>`,
  down: svg`<path d="M8 3v10M3.75 8.75 8 13l4.25-4.25"/>`,
  chevron: svg`<path d="m6 3.75 4.25 4.25L6 12.25"/>`,
  alert: svg`<circle cx="8" cy="8" r="6"/><path d="M8 5v3.5M8 10.9v.1"/>`,
  chat: svg`<path d="M3 3.5h10A1.5 1.5 0 0 1 14.5 5v5.5A1.5 1.5 0 0 1 13 12H7.5L4 14.5V12H3a1.5 1.5 0 0 1-1.5-1.5V5A1.5 1.5 0 0 1 3 3.5z"/>`,
  list: svg`<path d="M2.5 4h11M2.5 8h11M2.5 12h7"/>`,
  close: svg`<path d="m4 4 8 8M12 4l-8 8"/>`,
  file: svg`<path d="M9 1.75H4.5A1.25 1.25 0 0 0 3.25 3v10a1.25 1.25 0 0 0 1.25 1.25h7A1.25 1.25 0 0 0 12.75 13V5.5zM9 1.75V5.5h3.75"/>`,
} satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof shapes;

export function icon(name: IconName): TemplateResult {
  return iconOf(shapes[name]);
}
