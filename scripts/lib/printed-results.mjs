/** @typedef {import("./test-results.mjs").TestResult} TestResult */

/**
 * The tests in the output of Rust's test harness or of wasm-bindgen's, which is alike.
 * @param {string} output
 * @returns {TestResult[]}
 */
export function rustTests(output) {
  const errors = rustErrors(output);
  return [...output.matchAll(/^test (.+?) \.\.\. (ok|FAILED|FAIL)\b/gm)].map(
    ([, name = "", verdict]) => {
      if (verdict === "ok") return { name };
      const error = errors.get(name)?.trim() ?? "";
      const [, place] = /panicked at (\S+?:\d+)/.exec(error) ?? [];
      return { name, place, error };
    },
  );
}

/**
 * The output of each failed test.
 * @param {string} output
 */
function rustErrors(output) {
  /** @type {Map<string, string>} */
  const errors = new Map();
  const blocks = output.split(/^---- (.+) (?:stdout|output) ----$/m);
  for (let at = 1; at < blocks.length; at += 2) {
    const [text] = (blocks[at + 1] ?? "").split(/^failures:$/m);
    errors.set(blocks[at] ?? "", text ?? "");
  }
  return errors;
}

/**
 * The errors in the output of TypeScript's compiler.
 * @param {string} output
 * @returns {TestResult[]}
 */
export function typeErrors(output) {
  const errors = output.matchAll(/^(\S.*?)\((\d+),\d+\): error (TS\d+): (.*(?:\n {2,}.*)*)/gm);
  return [...errors].map(([, file, line, name = "", error]) => ({
    name,
    place: `${file}:${line}`,
    error,
  }));
}
