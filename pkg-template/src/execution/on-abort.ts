/** The callbacks that wait for a signal: it has one listener for all of them. */
const waiting = new WeakMap<AbortSignal, Waiting>();

interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

/**
 * Calls back when a signal is aborted; not for one that is already. The signal gets a single listener for all
 * callbacks: Node takes more than ten for a leak, and calls of one request share one signal.
 *
 * @returns a function that unsubscribes.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const known = waiting.get(signal) ?? listenTo(signal);
  // The same function may wait twice.
  const own = (): void => callback();
  known.callbacks.add(own);
  return () => {
    if (!known.callbacks.delete(own) || known.callbacks.size > 0) return;
    if (waiting.get(signal) === known) waiting.delete(signal);
    signal.removeEventListener("abort", known.listener);
  };
}

function listenTo(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    waiting.delete(signal);
    signal.removeEventListener("abort", listener);
    for (const callback of callbacks) {
      // A callback that is called off meanwhile is not called.
      if (!callbacks.delete(callback)) continue;
      try {
        callback();
      } catch (thrown) {
        // As the platform does for a listener that throws: the others are called all the same.
        queueMicrotask(() => {
          throw thrown;
        });
      }
    }
  };
  const made = { callbacks, listener };
  waiting.set(signal, made);
  signal.addEventListener("abort", listener, { once: true });
  return made;
}
