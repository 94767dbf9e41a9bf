import { describe } from "../codec/describe.js";
import { isArray, isObject, isPromiseLike } from "../codec/safe-read.js";
import { markOf, wellFormed } from "../codec/truncate.js";
import type { ToolDefinition, ToolMetadata } from "../tools/types.js";
import { visibleText } from "../visible-text/visible-text.js";
import { callTool, type McpCallHost } from "./call.js";
import { McpToolError } from "./errors.js";
import type { McpApproval, McpSettings } from "./options.js";
import type { OutputCheck } from "./output-schema.js";
import type { McpToolInfo } from "./tool-info.js";

/** The maximum length of a description, in characters. */
const LONGEST_DESCRIPTION = 1024;

/** Metadata of a server's tool, in addition to that of every tool. */
export interface McpToolMetadata extends ToolMetadata {
  /**
   * The source of the tool, and its server's description of it, with marks for hidden characters of its name: it may be
   * shown.
   */
  readonly mcp: Pick<McpToolInfo, "tool" | "title" | "server" | "annotations" | "hidden">;
}

/** A server's tool, as a registry takes it. */
export function definitionOf(
  name: string,
  info: McpToolInfo,
  check: OutputCheck | undefined,
  settings: McpSettings,
  host: McpCallHost,
): ToolDefinition {
  return {
    name,
    description: descriptionOf(info),
    // The title is read by the person who is asked.
    schema: { ...(info.title !== undefined && { title: info.title }), ...info.inputSchema },
    metadata: metadataOf(info, settings),
    handler: (args, context) => callTool(host, info, check, args, context),
  };
}

/** A description that is too long is cut, with a mark. A tool without a description has its title instead. */
function descriptionOf({ description, title, tool, server }: McpToolInfo): string {
  const said =
    description?.trim() || title || `The tool ${visibleText(tool)} of the MCP server ${server}.`;
  const text = wellFormed(said);
  // Twice as many units are enough characters, however long the text is.
  const characters = [...text.slice(0, 2 * LONGEST_DESCRIPTION + 2)];
  if (characters.length <= LONGEST_DESCRIPTION && text.length <= 2 * LONGEST_DESCRIPTION + 2)
    return text;
  const room = LONGEST_DESCRIPTION - 48;
  const kept = characters.slice(0, room).join("");
  return kept + markOf({ length: text.length - kept.length, isExact: true });
}

function metadataOf(info: McpToolInfo, { approval, metadata }: McpSettings): McpToolMetadata {
  const { tool, title, server, annotations, hidden } = info;
  return {
    category: "mcp",
    idempotent: annotations.idempotentHint,
    approval: approvalOf(info, approval),
    ...ownMetadata(info, metadata),
    mcp: {
      tool: visibleText(tool),
      server,
      annotations,
      ...(title !== undefined && { title }),
      ...(hidden !== undefined && { hidden }),
    },
  };
}

/** @throws {McpToolError} if the page's function returns no metadata: it may have been meant to require approval. */
function ownMetadata(info: McpToolInfo, metadata: McpSettings["metadata"]): ToolMetadata {
  const given: unknown = metadata?.(info) ?? {};
  if (!isObject(given) || isArray(given) || isPromiseLike(given)) {
    const is = isPromiseLike(given) ? "a promise" : describe(given).slice(0, 100);
    throw new McpToolError(`the option metadata must give an object at once, but gave ${is}`);
  }
  // A field that it leaves undefined has no effect: otherwise it would waive approval.
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => (value ?? undefined) !== undefined),
  );
}

function approvalOf(
  info: McpToolInfo,
  approval: McpApproval,
): NonNullable<ToolMetadata["approval"]> {
  if (typeof approval === "function") return (args) => approval(info, args);
  if (approval !== "annotations") return approval;
  return info.annotations.readOnlyHint ? "never" : "always";
}
