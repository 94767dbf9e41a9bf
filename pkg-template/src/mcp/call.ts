import type { CallToolResult, Progress } from "@modelcontextprotocol/client";
import { messageOf } from "../codec/describe.js";
import { start, wellFormed } from "../codec/truncate.js";
import { ToolFailure } from "../errors/tool-failure.js";
import { contentPartsOf, hasMedia } from "../execution/content-parts.js";
import { type ToolResult, toolResult } from "../execution/tool-result.js";
import type { ToolExecutionContext } from "../tools/types.js";
import { visibleText } from "../visible-text/visible-text.js";
import { type McpToolOutput, outputOf, partsOfContent, textOfContent } from "./content.js";
import { callFailure } from "./failures.js";
import type { OutputCheck } from "./output-schema.js";
import { ProgressRelay } from "./progress-relay.js";
import type { McpSession } from "./session.js";
import type { McpToolInfo } from "./tool-info.js";

/** The parts of its connection that a tool's handler needs. */
export interface McpCallHost {
  /** Milliseconds without a sign of life after which a call has failed. */
  readonly timeout: number;
  /** The current session. @throws {ToolFailure} if there is none. */
  session(): McpSession;
  /** Finds out whether a session is still there, after something went wrong in it. */
  isLost(session: McpSession): Promise<boolean>;
}

/** The maximum duration of a call as a multiple of its deadline, regardless of progress. */
const MOST_DEADLINES = 60;

/**
 * The name of a call's idempotency key in its `_meta`. The protocol has no name of its own for it: SEP-3182, which
 * proposed one, was closed.
 *
 * @see https://github.com/modelcontextprotocol/modelcontextprotocol/pull/3182
 */
const IDEMPOTENCY_KEY = "ag-ui-lit/idempotency-key";

/** The progress of a server's tool: the `progress` of `tool-execution-progress`. */
export type McpProgress = Pick<Progress, "progress" | "total" | "message">;

/** Calls a server's tool. Results and errors are converted to this package's. */
export async function callTool(
  host: McpCallHost,
  info: McpToolInfo,
  check: OutputCheck | undefined,
  args: Record<string, unknown>,
  context: ToolExecutionContext,
): Promise<ToolResult<McpToolOutput>> {
  const session = host.session();
  requireJson(args);
  const result = await answerOf(host, session, info, args, context);
  if (result.isError) throw toolFault(result, info);
  await requireValid(result, info, check);
  const parts = contentPartsOf(partsOfContent(result));
  const content = parts && hasMedia(parts) ? parts : textOfContent(result);
  return toolResult(content, { structured: outputOf(result) });
}

async function answerOf(
  host: McpCallHost,
  session: McpSession,
  { tool, inputSchema, server }: McpToolInfo,
  args: Record<string, unknown>,
  context: ToolExecutionContext,
): Promise<CallToolResult> {
  const { signal } = context;
  const relay = new ProgressRelay<McpProgress>((progress) => context.reportProgress(progress));
  try {
    const result = await session.client.callTool(
      { name: tool, arguments: args, _meta: { [IDEMPOTENCY_KEY]: context.idempotencyKey } },
      {
        signal,
        timeout: host.timeout,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: host.timeout * MOST_DEADLINES,
        onprogress: (progress) => relay.add(readProgress(progress)),
        // As it was registered, even if the server has listed it anew since; its output is validated here.
        toolDefinition: { name: tool, inputSchema: { ...inputSchema, type: "object" } },
      },
    );
    relay.flush();
    return result;
  } catch (thrown) {
    // The caller knows the reason, and the client has informed the server.
    if (signal.aborted) throw signal.reason;
    const isLost = session.isOver || (await host.isLost(session));
    throw callFailure(thrown, { server, isLost });
  }
}

function readProgress({ progress, total, message }: Progress): McpProgress {
  return {
    progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message: wellFormed(start(message, 1000)) }),
  };
}

/** Throws for arguments that can't be sent, which the client would take for a connection error. */
function requireJson(args: Record<string, unknown>): void {
  try {
    JSON.stringify(args);
  } catch (cause) {
    throw new ToolFailure(`The arguments can't be sent to an MCP server: ${messageOf(cause)}`, {
      category: "validation",
      code: "mcp_unsendable",
      retryable: false,
      cause,
    });
  }
}

/** The failure of a tool that ran and reported an error itself. */
function toolFault(result: CallToolResult, { tool, server }: McpToolInfo): ToolFailure {
  const said = textOfContent(result).trim();
  const message =
    said || `The tool ${visibleText(tool)} of the MCP server ${server} failed without saying why.`;
  return new ToolFailure(message, {
    category: "execution",
    code: "mcp_tool_error",
    cause: outputOf(result),
  });
}

/** The tool ran: another try would run it again for the same answer. */
async function requireValid(
  { structuredContent }: CallToolResult,
  { tool, server }: McpToolInfo,
  check: OutputCheck | undefined,
): Promise<void> {
  if (!check) return;
  const fault =
    structuredContent === undefined
      ? "it has no structuredContent, which its outputSchema promises"
      : await check(structuredContent);
  if (fault === undefined) return;
  throw new ToolFailure(
    `The tool ${visibleText(tool)} of the MCP server ${server} ran, but its answer is not as it promised: ${fault}`,
    { category: "permanent", code: "mcp_invalid_output", retryable: false },
  );
}
