/** A colour as the page's palette uses it: an OKLCH hue in degrees, and how colourful it is, from 0 for grey to 1. */
export interface PaletteColor {
  readonly hue: number;
  readonly vivid: number;
}

/** The chroma at which a colour counts as fully vivid. */
const FULL_CHROMA = 0.11;

/** Reads any CSS colour; undefined when the browser knows none by that name, or when it can't be seen. */
export function readColor(color: string): PaletteColor | undefined {
  if (
    !CSS.supports("color", color) ||
    /^\s*(var|env|currentcolor|inherit|initial|unset|revert)/i.test(color)
  )
    return undefined;
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) return undefined;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  if (alpha < 8) return undefined;
  const { a, b } = toOklab(red / 255, green / 255, blue / 255);
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return {
    hue: Math.round((hue + 360) % 360),
    vivid: Math.min(1, Math.round((Math.hypot(a, b) / FULL_CHROMA) * 100) / 100),
  };
}

/** The colour axes of OKLab (Björn Ottosson, https://bottosson.github.io/posts/oklab/). */
function toOklab(red: number, green: number, blue: number): { a: number; b: number } {
  const [r, g, b] = [red, green, blue].map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}
