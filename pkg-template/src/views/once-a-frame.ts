/**
 * Makes a function that has another one called in the next frame, once however often it is called before that. In a hidden page,
 * which has no frames, and in Node it is called after as much time.
 */
export function onceAFrame(work: () => void): () => void {
  let isDue = false;
  const run = (): void => {
    isDue = false;
    work();
  };
  return () => {
    if (isDue) return;
    isDue = true;
    if (hasFrames()) requestAnimationFrame(run);
    else setTimeout(run, frameMs);
  };
}

const frameMs = 16;

function hasFrames(): boolean {
  return typeof requestAnimationFrame === "function" && globalThis.document?.hidden === false;
}
