import type { ToolCallState } from "ag-ui-lit/views";
import { html, nothing, type TemplateResult } from "lit";
import { framed } from "./drawn.js";

/** The canvases that tools paint, by the ids of their calls, and how far each has come in percent. */
const canvases = new Map<string, HTMLCanvasElement>();
const percents = new WeakMap<HTMLCanvasElement, number>();

/** A canvas for a call, which its view shows while it is painted. */
export function canvasFor(toolCallId: string, width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvases.set(toolCallId, canvas);
  return canvas;
}

/** Drops the pictures of a conversation that is over. */
export function dropCanvases(): void {
  canvases.clear();
}

/** A picture that is done. */
export function pictureView(call: ToolCallState): TemplateResult | undefined {
  const canvas = canvases.get(call.toolCallId);
  if (!canvas || call.status !== "succeeded") return undefined;
  return framed(call, html`<div role="img" aria-label="What the tool has drawn">${canvas}</div>`);
}

/** A picture while it is painted, when it is done, or as far as it got; with a button that stops it. */
export function paintingView(call: ToolCallState): TemplateResult | undefined {
  const canvas = canvases.get(call.toolCallId);
  if (!canvas || call.status === "failed") return undefined;
  const isRunning = call.status === "running";
  if (typeof call.progress === "number") percents.set(canvas, Math.round(call.progress * 100));
  const percent = call.status === "succeeded" ? 100 : (percents.get(canvas) ?? 0);
  const state = isRunning ? `${percent} %` : percent < 100 ? `Stopped at ${percent} %` : "Done";
  return framed(
    call,
    html`<figure data-testid="fractal-view">
      <div role="img" aria-label="A fractal, ${isRunning ? "being painted" : state}">${canvas}</div>
      <figcaption>
        <progress max="100" .value=${percent} aria-label="Rendering"></progress>
        <span>${state}</span>
        ${isRunning ? html`<button class="button" type="button" data-testid="stop-tool" @click=${() => call.cancel()}>Stop</button>` : nothing}
      </figcaption>
    </figure>`,
  );
}
