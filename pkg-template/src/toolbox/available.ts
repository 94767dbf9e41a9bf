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
 * Returns for every tool of the toolbox whether it can be used in this browser, with this page's permissions, and if not, why
 * and what helps. It loads no WebAssembly, asks nobody for a permission, creates nothing in the browser's storage, and can be called
 * anywhere: in a worker, in Node, on a page without HTTPS. Each group has a function of its own, named after it
 * (`fileToolsAvailability()` of `fileTools()`), which takes the options that matter: a folder that the user picked, a list's own
 * storage, a shell.
 *
 * A tool that is available may still be refused what it is asked to do: this is about means, not about a file or an address.
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
