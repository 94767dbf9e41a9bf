/** A colour as the page's palette uses it: an OKLCH hue in degrees, and how colourful it is, from 0 for grey to 1. */
export interface PaletteColor {
  readonly hue: number;
  readonly vivid: number;
}

/** The chroma at which a colour counts as fully vivid. */
const FULL_CHROMA = 0.11;

/** Reads any CSS colour; undefined when the browser knows none by that name, or when it can't be seen. */
export function readColor(color: string): PaletteColor | undefined {
  const isOther = /^\s*(var|env|currentcolor|inherit|initial|unset|revert)/i.test(color);
  if (isOther || !CSS.supports("color", color)) return undefined;
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `oklch(from ${color} l c h / alpha)`;
  const read =
    getComputedStyle(probe)
      .color.match(/[\d.]+/g)
      ?.map(Number) ?? [];
  probe.remove();
  const [, chroma = 0, hue = 0, alpha = 1] = read;
  if (alpha < 0.03) return undefined;
  return {
    hue: Math.round(hue),
    vivid: Math.min(1, Math.round((chroma / FULL_CHROMA) * 100) / 100),
  };
}
