import { agentToolsAvailability } from "./agents.js";
import type { Availability, GroupAvailability } from "./availability.js";
import { bashToolAvailability } from "./bash.js";
import { calendarToolsAvailability } from "./calendar.js";
import { fileToolsAvailability, searchToolsAvailability } from "./files.js";
import { flightToolsAvailability } from "./flights.js";
import { pageToolsAvailability } from "./page.js";
import { runToolsAvailability } from "./runs.js";
import { todoToolsAvailability } from "./todo.js";
import { webToolsAvailability } from "./web.js";

/** The availability of each group, in the order of the guide. A test holds the list against the catalogue. */
const groups: readonly (() => Promise<GroupAvailability>)[] = [
  agentToolsAvailability,
  bashToolAvailability,
  calendarToolsAvailability,
  fileToolsAvailability,
  flightToolsAvailability,
  pageToolsAvailability,
  runToolsAvailability,
  searchToolsAvailability,
  todoToolsAvailability,
  webToolsAvailability,
];

/**
 * Returns the availability of every tool of the toolbox in this browser, with this page's permissions; if a tool is
 * unavailable, the reason and the remedy. It loads no WebAssembly, requests no permission, creates nothing in the
 * browser's storage, and can be called anywhere: in a worker, in Node, on a page without HTTPS. Each group has a
 * function of its own, named after it (`fileToolsAvailability()` of `fileTools()`), which takes the relevant options: a
 * folder that the user picked, a list's own storage, a shell.
 *
 * An available tool may still refuse a call: availability is about means, not about a particular file or address.
 *
 * @example
 * ```ts
 * const { file_read } = await availableTools();
 * if (!file_read.available) console.log(file_read.reason);
 * ```
 */
export async function availableTools(): Promise<Record<string, Availability>> {
  const said = await Promise.all(groups.map((group) => group()));
  return Object.assign({}, ...said);
}
