/** The longest delay of `setTimeout`: a longer one would fire at once. It is 24.8 days, longer than pages live. */
const longest = 2 ** 31 - 1;

/** Calls back after a delay in milliseconds. Returns a function that cancels it, which never throws. */
export function after(milliseconds: number, callback: () => void): () => void {
  let isOff = false;
  const timer = setTimeout(
    () => {
      if (!isOff) callback();
    },
    Math.min(milliseconds, longest),
  );
  return () => {
    isOff = true;
    try {
      clearTimeout(timer);
    } catch {
      // The page has put something else in its place.
    }
  };
}
