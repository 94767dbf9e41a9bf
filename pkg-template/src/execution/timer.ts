/** What `setTimeout` takes at the most: a longer time would fire at once. It is 24.8 days, longer than pages live. */
const longest = 2 ** 31 - 1;

/** Calls back after so many milliseconds; returns what calls it off. */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(milliseconds, longest));
  return () => clearTimeout(timer);
}
