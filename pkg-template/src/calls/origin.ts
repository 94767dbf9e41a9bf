import { describe } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import type { ToolError } from "../errors/tool-error.js";
import { type CallContext, callContext } from "../execution/call-context.js";
import type { ContextRunner } from "../execution/captured-context.js";
import type { CheckedArguments } from "../execution/checked-arguments.js";
import type { ExecutionWatcher } from "../execution/execution-watch.js";
import type { RunOfCalls } from "../execution/run-of-calls.js";
import { OptionError } from "../options/option-error.js";
import type { RegisteredTool } from "../tools/types.js";
import type { Approver } from "./approver.js";
import type { CallSteps } from "./call-steps.js";

/**
 * Who asked for a call: code of the page (`"page"`), the agent of an `<ag-ui-agent>` (`"agent"`), an agent that one of the tools gave a
 * task (`"subagent"`), the browser's own agent by WebMCP (`"browser"`), a model that writes its calls into text (`"text"`), or a model
 * of a server (`"server"`).
 */
export type CallOriginKind = "page" | "agent" | "subagent" | "browser" | "text" | "server";

/** Where a call comes from: one value that travels with the call, to its steps and to its handler's context. */
export interface CallOrigin {
  readonly kind: CallOriginKind;
  /** The number of agents between the person's own agent and the call: 0 for a call of that agent. */
  readonly depth: number;
  /** The name of the subagent, for `"subagent"`. */
  readonly agent?: string;
  /** The execution that made the call, for a call of `batch` or of a subagent. */
  readonly parentExecutionId?: string;
  /** The agent's run that asked for the call, if one did. */
  readonly run?: RunOfCalls;
}

/** Parts of an origin that this package acts on. A tool that makes calls passes them on, so that no rule is got around by it. */
export interface OriginParts {
  /** Decides about calls that need a person's approval. */
  readonly approver?: Approver | undefined;
  /** The page's steps of the call, besides those of its manager. */
  readonly steps?: CallSteps | undefined;
  /** Whether the steps have been run: `execute()` then runs none. */
  readonly hasPassedSteps?: boolean;
  /** Runs work in the asynchronous context of the execution that makes the call: traces follow it. */
  readonly within?: ContextRunner | undefined;
  /** Watches the call's execution. */
  readonly watch?: ExecutionWatcher | undefined;
  /** Fields that its handler's context has besides those of every call. */
  readonly fields?: CallContext | undefined;
  /** Counts one more call of a tool, and returns why it must not be made, if so. Without it any call may be. */
  readonly admit?: ((toolName: string) => ToolError | undefined) | undefined;
  /** Decides by a rule of the server's whether a call with valid arguments may run, and resolves to why not. Never rejects. */
  readonly authorize?:
    | ((tool: RegisteredTool, checked: CheckedArguments) => Promise<ToolError | undefined>)
    | undefined;
}

/** The property of an origin with its parts. A registered symbol: every copy of the package knows it. */
const parts = Symbol.for("ag-ui-lit.call-origin");

/** The origin of a call that the page makes itself. */
export const pageOrigin: CallOrigin = Object.freeze({ kind: "page", depth: 0 });

/** Reads the option `origin` of `execute()`. @throws {OptionError} when it is not an origin. */
export function readOrigin(given: unknown): CallOrigin {
  if (given === undefined) return pageOrigin;
  const isOrigin = isObject(given) && kinds.has(read(given, "kind") as CallOriginKind);
  if (isOrigin && Number.isInteger(read(given, "depth"))) return given as CallOrigin;
  throw new OptionError(
    `options.origin must be a CallOrigin, such as context.origin of a handler, but is ${describe(given)}`,
  );
}

const kinds: ReadonlySet<CallOriginKind> = new Set<CallOriginKind>([
  ...(["page", "agent", "subagent", "browser", "text", "server"] as const),
]);

/** Makes an origin. What a log or a copy shows of it are its public fields. */
export function originWith(shown: CallOrigin, own: OriginParts): CallOrigin {
  const { kind, depth, agent, parentExecutionId, run } = shown;
  const origin = {
    kind,
    depth,
    ...(agent !== undefined && { agent }),
    ...(parentExecutionId !== undefined && { parentExecutionId }),
    ...(run !== undefined && { run }),
  };
  const fields = own.fields && callContext(own.fields);
  const value: OriginParts = Object.freeze({ ...own, fields });
  return Object.freeze(Object.defineProperty(origin, parts, { value }));
}

/** The same origin for a call that has passed the page's steps. */
export function pastSteps(origin: CallOrigin): CallOrigin {
  return originWith(origin, { ...partsOf(origin), hasPassedSteps: true });
}

/** The same origin with further fields of the handler's context. */
export function withFields(origin: CallOrigin, fields: CallContext): CallOrigin {
  const own = partsOf(origin);
  return originWith(origin, { ...own, fields: { ...own.fields, ...fields } });
}

/** The parts of an origin; none of one that a page has made up. */
export function partsOf(origin: CallOrigin | undefined): OriginParts {
  return (origin as { readonly [parts]?: OriginParts } | undefined)?.[parts] ?? noParts;
}

const noParts: OriginParts = Object.freeze({});
