/** A picture that a tool is painting, kept by its tool call so that the conversation can show it while it grows. */
export interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** From 0 to 1. */
  progress: number;
  painting: boolean;
}

const pictures = new Map<string, Picture>();

/** Tells that a picture moved on; the conversation listens. */
export const pictureEvents = new EventTarget();

export function startPicture(toolCallId: string, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  pictures.set(toolCallId, { canvas, progress: 0, painting: true });
  pictureEvents.dispatchEvent(new Event("change"));
  return canvas;
}

export function updatePicture(toolCallId: string, progress: number): void {
  const picture = pictures.get(toolCallId);
  if (picture) picture.progress = progress;
  pictureEvents.dispatchEvent(new Event("change"));
}

export function finishPicture(toolCallId: string): void {
  const picture = pictures.get(toolCallId);
  if (picture) picture.painting = false;
  pictureEvents.dispatchEvent(new Event("change"));
}

export function getPicture(toolCallId: string): Picture | undefined {
  return pictures.get(toolCallId);
}

/** Drops the pictures of a conversation that is over. */
export function clearPictures(): void {
  pictures.clear();
}
