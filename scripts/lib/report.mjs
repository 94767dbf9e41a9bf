import { print } from "./output.mjs";

/** A failure the reader can act on. It is shown as its message alone: a stack of ours would say nothing more. */
export class Problem extends Error {}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return milliseconds < 60_000
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

const heartbeat = process.stdout.isTTY ? 5_000 : 20_000;

/**
 * Announces work that takes long enough to make a reader wonder, and says how long it took.
 * @template T
 * @param {string} title
 * @param {string} usually how long it takes on an ordinary machine
 * @param {() => Promise<T>} work
 */
export async function step(title, usually, work) {
  const start = Date.now();
  print(`• ${title} (usually ${usually})`);
  const ticking = setInterval(
    () => print(`  … ${title}: ${seconds(Date.now() - start)}`),
    heartbeat,
  );
  try {
    const result = await work();
    print(`✓ ${title}: ${seconds(Date.now() - start)}`);
    return result;
  } finally {
    clearInterval(ticking);
  }
}

/** @param {string} text */
export const done = (text) => print(`✓ ${text}`);

/**
 * Runs a script's main function. The last line of a failure says what to do; only a fault of our own shows a stack.
 * @param {() => Promise<unknown>} main
 */
export async function runMain(main) {
  for (const [signal, code] of /** @type {const} */ ([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])) {
    process.on(signal, () => process.exit(code));
  }
  // A reader such as head may have seen enough.
  process.stdout.on("error", () => process.exit(1));
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Problem ? `\n✗ ${error.message}` : error);
    process.exit(1);
  }
}
