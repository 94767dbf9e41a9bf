import type { SuiteOptions } from "./suite.js";

/** Whether a contender is one of those that the command line asks for. */
export function isChosen({ name }: { readonly name: string }, { only }: SuiteOptions): boolean {
  return only.length === 0 || only.some((part) => name.toLowerCase().includes(part.toLowerCase()));
}
