export type FractalKind = "julia" | "mandelbrot";

export interface FractalOptions {
  readonly kind: FractalKind;
  readonly iterations: number;
  /** The least time it takes, in milliseconds. */
  readonly minimum: number;
  readonly signal: AbortSignal;
}

/** Block sizes in pixels: a rough picture at once, then finer and finer. */
const PASSES = [16, 8, 4, 2, 1];
/** Work per frame, in milliseconds: the page stays smooth. */
const BUDGET = 9;
const PALETTE_SIZE = 512;

/** Paints a fractal row by row, in several passes, and gives way to the page in between. Rejects when the signal is aborted. */
export async function paintFractal(
  canvas: HTMLCanvasElement,
  options: FractalOptions,
  onProgress: (progress: number) => void,
): Promise<void> {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw on a canvas.");
  const { width, height } = canvas;
  const { signal, minimum } = options;
  const palette = readPalette();
  const rows = PASSES.flatMap((size) =>
    Array.from({ length: Math.ceil(height / size) }, (_, row) => ({ size, y: row * size })),
  );
  const total = rows.reduce((sum, { size }) => sum + Math.ceil(width / size), 0);
  const started = performance.now();
  let done = 0;
  for (let next = 0; next < rows.length; ) {
    await nextFrame();
    signal.throwIfAborted();
    const frame = performance.now();
    const allowed = ((frame - started) / minimum) * total;
    while (next < rows.length && done < allowed && performance.now() - frame < BUDGET) {
      const { size, y } = rows[next++] as { size: number; y: number };
      for (const [block, time] of rowOf(options, width, height, size, y).entries()) {
        context.fillStyle = palette[Math.floor(time * PALETTE_SIZE)] ?? "black";
        context.fillRect(block * size, y, size, size);
        done += 1;
      }
    }
    onProgress(done / total);
  }
}

/** The escape time of each block of a row, from left to right. */
function rowOf(options: FractalOptions, width: number, height: number, size: number, y: number) {
  const middle = (at: number, length: number) => (at + size / 2 - length / 2) / (height / 2);
  return Array.from({ length: Math.ceil(width / size) }, (_, block) =>
    escapeTime(options, middle(block * size, width), middle(y, height)),
  );
}

/** How late a point escapes, smoothed to 0..1. One that never does is dark in the Mandelbrot set and light in the Julia dust. */
function escapeTime({ kind, iterations }: FractalOptions, px: number, py: number): number {
  const julia = kind === "julia";
  let x = julia ? px * 1.08 : 0;
  let y = julia ? py * 1.08 : 0;
  const cx = julia ? -0.7885 : px * 1.2 - 0.6;
  const cy = julia ? 0.1431 : py * 1.2;
  for (let n = 0; n < iterations; n++) {
    const x2 = x * x;
    const y2 = y * y;
    if (x2 + y2 > 256) {
      const smooth = n + 1 - Math.log2(Math.log2(x2 + y2) / 2);
      return Math.min(0.999, Math.log1p(Math.max(0, smooth)) / Math.log1p(iterations));
    }
    y = 2 * x * y + cy;
    x = x2 - y2 + cx;
  }
  return julia ? 0.999 : 0;
}

/** The page's own colours from dark to light, so that a picture belongs to the theme it was painted in. */
function readPalette(): string[] {
  const style = getComputedStyle(document.documentElement);
  const hue = Number(style.getPropertyValue("--hue"));
  const chroma = 0.15 * Number(style.getPropertyValue("--vivid"));
  return Array.from({ length: PALETTE_SIZE }, (_, i) => {
    const t = i / (PALETTE_SIZE - 1);
    const light = 0.16 + 0.8 * t ** 0.85;
    return `oklch(${light.toFixed(4)} ${(chroma * Math.sin(Math.PI * Math.min(1, t * 1.05))).toFixed(4)} ${(hue + 50 * (t - 0.4)).toFixed(1)})`;
  });
}

/** The next frame; a page in the background has none, so a timer stands in. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, 200);
  });
}
