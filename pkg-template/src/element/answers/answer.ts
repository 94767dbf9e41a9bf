import { randomUUID } from "@ag-ui/client";
import type { ToolCall, ToolMessage } from "@ag-ui/core";
import type { ArgumentsReader } from "../../arguments/arguments-reader.js";
import { runsOnServer, unknownTool } from "../../calls/refusals.js";
import { messageOf } from "../../codec/describe.js";
import { start } from "../../codec/truncate.js";
import { runIn } from "../../execution/captured-context.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { ToolError } from "../../execution/types.js";
import { mayAsk } from "../../tools/approval.js";
import { executionModeOf } from "../../tools/execution-mode.js";
import { isObjectText } from "../calls/same-arguments.js";
import type { Emit } from "../events/event-map.js";
import type { CallStatus } from "./call-status.js";
import type { CallableTools } from "./callable-tools.js";
import type { Origin } from "./origin.js";
import type { Permission } from "./permission.js";
import { placeFault, preflightOf } from "./preflight.js";

/** What answering a call needs. */
export interface AnswerContext {
  readonly registry: CallableTools;
  readonly manager: ToolExecutionManager;
  /** Who is asked, here and for what the tool calls itself. */
  readonly origin: Origin;
  readonly signal: AbortSignal;
  readonly emit: Emit;
  readonly status: CallStatus;
  /** How many UTF-16 units of arguments a call may have. */
  readonly longest: number;
  /** The id the backend gave a call. */
  idOf(call: ToolCall): string;
  /** Why its arguments are not even looked at, if so. */
  faultOf(call: ToolCall): ToolError | undefined;
  /** Its arguments: as they were read while they arrived, or their text. */
  argumentsOf(call: ToolCall): ArgumentsReader | string;
}

/** Runs a call's tool and says what came of it. Never rejects: every call gets an answer. */
export async function answerCall(call: ToolCall, context: AnswerContext): Promise<ToolMessage> {
  const { registry, manager, origin, signal, emit, status } = context;
  let tool = registry.get(call.function.name);
  try {
    tool ??= await registry.arriving(call.function.name);
  } catch (thrown) {
    return failCall(call, notLoaded(call.function.name, thrown), context);
  }
  if (!tool) return refuseCall(call, context);
  const id = context.idOf(call);
  const args = context.argumentsOf(call);
  const named = { toolCallId: call.id, toolCallName: call.function.name };
  const preflight =
    executionModeOf(tool) === "preflight" ? preflightOf(call, context.longest) : undefined;
  const fault = context.faultOf(call) ?? placeFault(tool, preflight) ?? origin.admit?.(tool.name);
  if (fault) {
    emit("ag-ui-tool-call-error", { ...named, error: fault });
    return errorMessage(call, fault.message);
  }
  const permission: Permission = mayAsk(tool)
    ? await origin.asker.request({
        tool,
        toolCallId: id,
        args,
        manager,
        registry,
        signal,
        ...(preflight && { preflight }),
      })
    : { may: "run", args: args };
  if (permission.may === "not run") {
    emit("ag-ui-tool-call-error", { ...named, error: permission.error });
    return errorMessage(call, permission.error.message);
  }
  const note = permission.edited ? noteOfEdit(permission.edited) : "";
  const options = status.optionsFor(call, signal, origin, preflight);
  const result = await runIn(origin.within, () =>
    manager.execute(tool, id, permission.args, options),
  );
  const execution = status.executionOf(call);
  const known = execution && { execution };
  if (result.success) {
    const toolCallArgs = execution?.args ?? {};
    emit("ag-ui-tool-call-end", { ...named, toolCallArgs, result: result.result, ...known });
    return resultMessage(call, note + result.result);
  }
  emit("ag-ui-tool-call-error", { ...named, error: result.error, ...known });
  return errorMessage(call, note + result.error.message);
}

/** The history keeps what the model wrote, as its backend does; so the answer says what was run in its place. */
export function noteOfEdit(args: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(args, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return `The user changed the arguments before the tool ran: ${text}\n`;
}

/** Answers a call whose tool is not the page's. */
export function refuseCall(
  call: ToolCall,
  context: Pick<AnswerContext, "registry" | "emit">,
): ToolMessage {
  const { registry } = context;
  const { name } = call.function;
  const isServers = registry.runsOnServer(name);
  return failCall(
    call,
    isServers ? runsOnServer(name) : unknownTool(name, registry.names),
    context,
  );
}

function failCall(
  call: ToolCall,
  error: ToolError,
  { emit }: Pick<AnswerContext, "emit">,
): ToolMessage {
  emit("ag-ui-tool-call-error", { toolCallId: call.id, toolCallName: call.function.name, error });
  return errorMessage(call, error.message);
}

/** The answer to a call that has a result. */
export function resultMessage(call: ToolCall, content: string): ToolMessage {
  return { id: randomUUID(), role: "tool", toolCallId: call.id, content };
}

/** The answer to a call that was not run. */
export function notRunMessage(call: ToolCall, why: string): ToolMessage {
  return errorMessage(call, `The tool was not run: ${why}`);
}

/** The error text goes into `content` as well: several backends show the model only that. */
function errorMessage(call: ToolCall, reason: string): ToolMessage {
  const written = call.function.arguments;
  const isBroken = written.trim() !== "" && !isObjectText(written);
  const content = isBroken ? `${reason} The arguments were: ${excerpt(written)}` : reason;
  return { id: randomUUID(), role: "tool", toolCallId: call.id, content, error: content };
}

/** The next call of it tries again. */
function notLoaded(name: string, cause: unknown): ToolError {
  return {
    category: "transient",
    code: "not_loaded",
    message: `The tool "${name}" can't be used now: ${messageOf(cause)}`,
    retryable: true,
    cause,
  };
}

function excerpt(text: string): string {
  const longest = 1000;
  return text.length > longest ? `${start(text, longest)}…` : text;
}
