import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { inspect, stripVTControlCharacters } from "node:util";
import { root } from "../paths.mjs";

/**
 * @typedef {object} Ended what is known of a test that ended
 * @property {string} name
 * @property {number} nesting
 * @property {string} [file]
 * @property {{ duration_ms: number, type?: string, error?: Failure }} details
 */
/** @typedef {Error & { failureType?: string }} Failure */

/**
 * A reporter of Node's test runner that writes a line of JSON for each test, for the summary at the end of `npm test`.
 * @param {AsyncIterable<import("node:test/reporters").TestEvent>} events
 */
export default async function* results(events) {
  /** The names of the groups around a test. @type {string[]} */
  const names = [];
  /** The error output of each file: all there is of a file that can't be loaded. @type {Map<string, string>} */
  const printed = new Map();
  let remark = "";
  /**
   * @param {string} file
   * @param {Failure} failure
   */
  const ofFile = (file, { failureType, cause, message }) => {
    // That a process failed is no reason; that it took too long is one.
    const reason = failureType === "testCodeFailure" ? "" : String(cause ?? message);
    return [reason, remark, printed.get(file)].filter(Boolean).join("\n");
  };
  for await (const { type, data } of events) {
    if (type === "test:start") names.splice(data.nesting, names.length, data.name);
    if (type === "test:stderr") {
      printed.set(data.file, (printed.get(data.file) ?? "") + data.message);
    }
    if (type === "test:diagnostic" && data.message.includes("asynchronous activity")) {
      remark = data.message;
    }
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { details, file } = /** @type {Ended} */ (data);
    // A group is no test; what fails because of a test in it is reported by that test.
    if (details.type === "suite" ? !isOwnFailure(details.error) : isOfSubtest(details.error))
      continue;
    const isFile = data.name === file;
    const error =
      details.error && (isFile ? ofFile(data.name, details.error) : textOf(details.error));
    if (isFile) remark = "";
    yield `${JSON.stringify({
      name: isFile ? "outside of a test" : names.slice(0, data.nesting + 1).join(" › "),
      place: file && placeOf(file, data.name, error ?? ""),
      milliseconds: details.duration_ms,
      ...(error !== undefined && { error: error.trim() || "the process failed" }),
    })}\n`;
  }
}

/** @param {Failure | undefined} error */
const isOfSubtest = (error) => error?.failureType === "subtestsFailed";

/** @param {Failure | undefined} error */
const isOwnFailure = (error) => error !== undefined && !isOfSubtest(error);

/** The test's own error without the frames of Node and of packages. @param {Error} error */
function textOf({ cause, message }) {
  const text = cause instanceof Error && cause.stack ? cause.stack : inspect(cause ?? message);
  const lines = stripVTControlCharacters(text).split("\n");
  return lines.filter((line) => !/^ +at (.*[( ])?(node:|\S*node_modules\/)/.test(line)).join("\n");
}

/**
 * File and line: of the error where it names the file; otherwise where the test's name stands, since the runner knows
 * lines of the compiled text only.
 * @param {string} file
 * @param {string} name
 * @param {string} error
 */
function placeOf(file, name, error) {
  const path = relative(root, file);
  const [, line] = error.split(`${file}:`)[1]?.match(/^(\d+)/) ?? [];
  if (line) return `${path}:${line}`;
  const lines = readFileSync(file, "utf8").split("\n");
  const at = lines.findIndex((text) => text.includes(JSON.stringify(name).slice(1, -1)));
  return at < 0 ? path : `${path}:${at + 1}`;
}
