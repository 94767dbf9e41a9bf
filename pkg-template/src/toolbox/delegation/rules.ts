import { isObject, read } from "../../codec/safe-read.js";
import { approverOf } from "../../element/answers/approver-of.js";
import type { OptionRule } from "../../options/check-options.js";
import { listOf } from "../../options/rules.js";

// Rules for the options of tools that delegate work.

/** Absolute, or seen from the page. */
export const anAddress: OptionRule = ["the address of an AG-UI agent", isAddress];
/** The type of the headers. Their content is checked when they are sent. */
export const theHeaders: OptionRule = [
  "an object of headers, or a function that gives one",
  (value) => typeof value === "function" || isObject(value),
];
export const names: OptionRule = listOf("names of tools", (name) => name !== "");
/** The approver of calls. */
export const anAsker: OptionRule = [
  "an <ag-ui-agent> that is defined, or a function that asks",
  (value) => typeof value === "function" || (isObject(value) && isObject(read(value, approverOf))),
];

function isAddress(value: unknown): boolean {
  if (typeof value !== "string" || value.trim() === "") return false;
  const base = (globalThis as { location?: { href?: string } }).location?.href;
  return URL.canParse(value, base === "about:blank" ? undefined : base);
}
