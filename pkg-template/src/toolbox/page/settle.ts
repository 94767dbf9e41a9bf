import { documentOf, isHidden, windowOf } from "../../dom/members.js";

/** The longest that a frame is waited for in a window that is drawn, in milliseconds: a busy machine draws late. */
const longestFrame = 1_000;

/** The same in a window that is hidden: it is not drawn at all. */
const longestHiddenFrame = 100;

/** Waits until the window of a node is drawn next, or would have been. Returns true if it was drawn. */
export function nextFrame(node: Node): Promise<boolean> {
  const view = windowOf(node);
  return new Promise((resolve) => {
    const longest = isHidden(documentOf(node)) ? longestHiddenFrame : longestFrame;
    const timer = setTimeout(() => resolve(false), longest);
    view?.requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** Waits long enough for immediate reactions of a page. Its own asynchronous work may still follow. */
export async function settled(node: Node): Promise<void> {
  await nextFrame(node);
  await new Promise((resolve) => setTimeout(resolve));
  await nextFrame(node);
}
