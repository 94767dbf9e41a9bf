import { windowOf } from "./dom.js";

/** A frame takes no longer than this, also in a window that is not drawn, in milliseconds. */
const longestFrame = 100;

/** Waits until the window of a node is drawn next, or would have been. */
export function nextFrame(node: Node): Promise<void> {
  const view = windowOf(node);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestFrame);
    view?.requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Waits as long as a page needs to react at once: what it waits for itself comes later. */
export async function settled(node: Node): Promise<void> {
  await nextFrame(node);
  await new Promise((resolve) => setTimeout(resolve));
  await nextFrame(node);
}
