import { AsyncLocalStorage } from "node:async_hooks";

/** @typedef {{ text: string, isShown: boolean }} Capture what was printed, and whether it is also shown at once */

/** @type {AsyncLocalStorage<Capture>} */
const current = new AsyncLocalStorage();

/**
 * Does `work` and returns what it printed by `print`, `write` and `run`.
 * @template T
 * @param {boolean} isShown
 * @param {() => Promise<T>} work
 * @returns {Promise<{ value: T, text: string }>}
 */
export async function captured(isShown, work) {
  const capture = { text: "", isShown };
  const value = await current.run(capture, work);
  return { value, text: capture.text };
}

/** Returns true if a command's output must pass through this process: it is kept, or is not for a terminal. */
export function isCapturing() {
  const capture = current.getStore();
  return capture !== undefined && !(capture.isShown && process.stdout.isTTY);
}

/** Returns the function that prints text where this is called; callbacks of a process may run elsewhere. */
export function writer() {
  const capture = current.getStore();
  /**
   * @param {string} text
   * @param {NodeJS.WritableStream} [stream]
   */
  return (text, stream = process.stdout) => {
    if (capture) capture.text += text;
    if (!capture || capture.isShown) stream.write(text);
  };
}

/** @param {string} line */
export const print = (line) => writer()(`${line}\n`);

/** @param {string} line */
export const printError = (line) => writer()(`${line}\n`, process.stderr);
