import type { Skill } from "../skill.js";
import { sentence } from "../words.js";

const TOPIC = /\b(fractal|mandelbrot|julia|render|picture|something slow)\b/i;
const DETAIL: readonly [RegExp, number][] = [
  [/\b(quick|small|fast|rough)\b/i, 1],
  [/\b(large|fine|detailed|slow|high)\b/i, 3],
];

export const fractal: Skill = {
  tool: "render_fractal",
  offer: "render a fractal, which takes a while and can be stopped",
  example: "Render a Julia fractal",

  understand(prompt) {
    const topic = TOPIC.exec(prompt);
    if (!topic) return [];
    const detail = DETAIL.find(([pattern]) => pattern.test(prompt))?.[1] ?? 2;
    return [
      {
        at: topic.index,
        args: { kind: /\bmandelbrot\b/i.test(prompt) ? "mandelbrot" : "julia", detail },
      },
    ];
  },

  reply({ kind, text, data }) {
    if (kind === "stopped")
      return "You stopped the rendering, so the picture stays unfinished. Say “again” and I'll start over.";
    if (kind !== "ok") return sentence(`The picture couldn't be rendered: ${text}`);
    return `Here it is: ${Number(data.width)} × ${Number(data.height)} pixels in ${Number(data.seconds)} seconds, in the colours of the page.`;
  },
};
