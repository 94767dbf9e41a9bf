import { parseArgs } from "node:util";
import { Problem } from "./report.mjs";

/**
 * The options and names that a command was given. An option that it doesn't know is a problem whose message has the usage.
 * @template {NonNullable<import("node:util").ParseArgsConfig["options"]>} Options
 * @param {string} usage
 * @param {Options} options
 */
export function commandLine(usage, options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new Problem(`${/** @type {Error} */ (error).message}\n\n${usage}`);
  }
}
