import { describe } from "../codec/describe.js";
import { WorkSlice } from "../element/scheduling/yield-to-page.js";
import { late, race } from "../execution/race.js";
import { McpToolError } from "./errors.js";
import type { McpOptions } from "./options.js";
import { type McpToolInfo, nameOfTool, readToolInfo } from "./tool-info.js";
import type { ServerToolList } from "./tool-list.js";

/** A tool of a server's list that the page takes. */
export interface ChosenTool {
  readonly info: McpToolInfo;
  /** The server's definition of it, to detect changes. */
  readonly said: string;
}

/** A tool that is not taken, and why. */
export interface RefusedTool {
  readonly tool: string;
  readonly error: Error;
}

/** The tools taken of a list: in its order, `undefined` for one that the page does not want. */
export interface ChosenTools {
  readonly tools: readonly (ChosenTool | RefusedTool | undefined)[];
  /** The reason why that is not all of the list. */
  readonly cut?: string;
}

/** The maximum number of characters of a tool's definition as JSON, and of all tools of a list. */
const MOST_OF_TOOL = 262_144;
const MOST_OF_LIST = 4 * 1024 * 1024;

/** The time that the page's filter has for a tool, in milliseconds. */
const FILTER_TIMEOUT = 10_000;

/**
 * Reads a list, and asks the page's filter. Checks lengths first: a tool that is too long is not read further. Never
 * rejects.
 */
export async function chosenTools(
  list: ServerToolList,
  server: string,
  filter: McpOptions["filter"],
): Promise<ChosenTools> {
  const tools: Promise<ChosenTool | RefusedTool | undefined>[] = [];
  const slice = new WorkSlice();
  let { cut } = list;
  let length = 0;
  for (const [index, given] of list.tools.entries()) {
    if (slice.isDue) await slice.yield();
    const said = written(given);
    length += said.length;
    if (length > MOST_OF_LIST) {
      cut = `its list is longer than ${MOST_OF_LIST} characters of JSON: the others are left out`;
      break;
    }
    tools.push(chosen(given, said, { server, filter, tool: nameOfTool(given, index) }));
  }
  slice.end();
  return { tools: await Promise.all(tools), ...(cut !== undefined && { cut }) };
}

interface Choice {
  readonly server: string;
  readonly filter: McpOptions["filter"];
  readonly tool: string;
}

async function chosen(
  given: unknown,
  said: string,
  { server, filter, tool }: Choice,
): Promise<ChosenTool | RefusedTool | undefined> {
  try {
    if (said.length > MOST_OF_TOOL) {
      throw new McpToolError(
        `it is longer than ${MOST_OF_TOOL} characters of JSON, namely ${said.length}`,
      );
    }
    const info = readToolInfo(given, server);
    return filter === undefined || (await isWanted(filter, info)) ? { info, said } : undefined;
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new McpToolError(describe(thrown));
    return { tool, error };
  }
}

/** Only `true` is a yes. @throws {McpToolError} if the page's decision is not known. */
async function isWanted(
  filter: NonNullable<McpOptions["filter"]>,
  info: McpToolInfo,
): Promise<boolean> {
  let answer: unknown;
  try {
    answer = await race(() => filter(info), { timeout: FILTER_TIMEOUT });
  } catch (cause) {
    throw new McpToolError(`the option filter failed: ${describe(cause)}`, { cause });
  }
  if (answer === late) {
    throw new McpToolError(`the option filter has not answered within ${FILTER_TIMEOUT / 1000} s`);
  }
  if (typeof answer === "boolean") return answer;
  throw new McpToolError(
    `the option filter answered ${describe(answer).slice(0, 100)}, and neither true nor false`,
  );
}

function written(given: unknown): string {
  try {
    return JSON.stringify(given) ?? "";
  } catch {
    // A value that came as JSON can be written; a transport of the page's own may give anything.
    return "";
  }
}
