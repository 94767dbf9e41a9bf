import { type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { iconOf } from "../../look/icon.js";

/** The icons of the list, on a grid of 16 with one stroke. */
const shapes = {
  new: svg`<path d="M8 3v10M3 8h10"/>`,
  more: svg`<circle cx="3.5" cy="8" r=".6"/><circle cx="8" cy="8" r=".6"/><circle cx="12.5" cy="8" r=".6"/>`,
  rename: svg`<path d="m10.75 3 2.25 2.25-7.5 7.5-3 .75.75-3z"/>`,
  remove: svg`<path d="M3 4.5h10M6.5 4.5v-1A1 1 0 0 1 7.5 2.5h1a1 1 0 0 1 1 1v1M4.25 4.5l.6 8a1 1 0 0 0 1 .95h4.3a1 1 0 0 0 1-.95l.6-8"/>`,
} satisfies Record<string, SVGTemplateResult>;

/** An icon that screen readers skip. */
export const icon = (name: keyof typeof shapes): TemplateResult => iconOf(shapes[name]);
