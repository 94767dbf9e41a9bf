import { type PaletteColor, readColor } from "./color.js";

export type Scheme = "light" | "dark" | "system";

/** Turns the page's palette to a colour. Throws, in words for the agent, when it is none. */
export function applyColor(color: string): PaletteColor {
  const palette = readColor(color);
  if (!palette)
    throw new Error(
      `The browser knows no colour called “${color}”. CSS names and hex codes work, such as “teal” or “#0a7”.`,
    );
  const { style } = document.documentElement;
  // A grey has no hue of its own: keep the old one, or the page would turn through the rainbow on its way to none.
  if (palette.vivid > 0.05) style.setProperty("--hue", String(palette.hue));
  style.setProperty("--vivid", String(palette.vivid));
  return palette;
}

export function applyScheme(scheme: Scheme): void {
  document.documentElement.style.colorScheme = scheme === "system" ? "" : scheme;
}
