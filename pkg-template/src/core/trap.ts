/**
 * Returns true if an exception from a call into a WebAssembly module means that the module has stopped: a trap or a
 * stack overflow. Any other exception is JavaScript's own and passed through the module.
 */
export function isTrap(thrown: unknown): boolean {
  if (thrown instanceof WebAssembly.RuntimeError) return true;
  return thrown instanceof RangeError && /call stack|too much recursion/i.test(thrown.message);
}
