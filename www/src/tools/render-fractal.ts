import type { ToolDefinition } from "ag-ui-lit";
import { canvasFor } from "../views/canvas-view.js";
import { type FractalKind, paintFractal } from "../views/fractal-painter.js";

const WIDTH = 512;
const HEIGHT = 320;
/** The least time a picture takes, in seconds for each level of detail: slow enough to watch, and to stop. */
const SECONDS = [3, 9, 18];

export const renderFractal: ToolDefinition<{ kind: FractalKind; detail?: number }> = {
  name: "render_fractal",
  description: "Renders a fractal into the conversation. Takes several seconds and can be stopped.",
  schema: {
    type: "object",
    properties: {
      kind: { type: "string", enum: ["julia", "mandelbrot"] },
      detail: { type: "integer", minimum: 1, maximum: 3, default: 2 },
    },
    required: ["kind"],
    additionalProperties: false,
  },
  metadata: { category: "drawing", estimatedDuration: 9000 },
  async handler({ kind, detail = 2 }, { signal, toolCallId, reportProgress }) {
    const started = performance.now();
    const canvas = canvasFor(toolCallId, WIDTH, HEIGHT);
    const minimum = (SECONDS[detail - 1] ?? 9) * 1000;
    const options = { kind, iterations: 120 * detail, minimum, signal };
    await paintFractal(canvas, options, reportProgress);
    return {
      kind,
      width: WIDTH,
      height: HEIGHT,
      seconds: Math.round((performance.now() - started) / 100) / 10,
    };
  },
};
