import { isArray, isObject, read, readText } from "../codec/safe-read.js";
import { McpConnectionError } from "./errors.js";
import type { McpSession } from "./session.js";

/** The maximum number of pages that are read of a list, the same as the official client's. */
const MOST_PAGES = 64;

/** The part of a server's list of tools that was read. */
export interface ServerToolList {
  /** The listed tools, unchecked. */
  readonly tools: readonly unknown[];
  /** The reason if the list is incomplete. */
  readonly cut?: string;
}

/**
 * Reads a server's tools, page by page, with a bound for pages and tools.
 *
 * @throws {McpConnectionError} if the server's answer is not a list.
 */
export async function readTools(session: McpSession, maxTools: number): Promise<ServerToolList> {
  if (!session.hasTools) return { tools: [] };
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  for (let page = 1, cursor: string | undefined; ; page++) {
    const result = await session.listPage(cursor);
    const listed = isObject(result) ? read(result, "tools") : undefined;
    if (!isArray(listed)) throw noList(session.server);
    const room = maxTools - tools.length;
    for (const tool of listed.slice(0, room)) tools.push(tool);
    if (listed.length > room) {
      return {
        tools,
        cut: `it lists more than ${maxTools} tools (maxTools): the others are left out`,
      };
    }
    cursor = isObject(result) ? readText(result, "nextCursor") : undefined;
    if (cursor === undefined) return { tools };
    if (cursors.has(cursor)) {
      return { tools, cut: `page ${page} of its list leads back to an earlier one` };
    }
    cursors.add(cursor);
    if (page === MOST_PAGES) {
      return { tools, cut: `its list has more than ${MOST_PAGES} pages: the others are left out` };
    }
  }
}

function noList(server: string): McpConnectionError {
  return new McpConnectionError(
    "refused",
    `The MCP server ${server} answered tools/list without a list of tools.`,
  );
}
