import { wellFormed } from "../../codec/truncate.js";

/** Characters of a name that a model has made up. */
const LONGEST_NAME = 64;

/** What an exception of a tool is written under. From AGN-005, section 7. */
export function exceptionTag(toolName: string): string {
  return `[${eventTag(toolName)}__Exception]`;
}

/** What everything else of a tool is written under. */
export function eventTag(toolName: string): string {
  return `${plain(toolName)}_ExecuteAsync`;
}

/** A tool's name has nothing else; what a model calls a tool may be anything. */
function plain(name: string): string {
  return wellFormed(name.slice(0, LONGEST_NAME)).replace(/[^\w-]/g, "_") || "unnamed";
}
