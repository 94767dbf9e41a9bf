import { describe } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import { OptionError } from "../options/option-error.js";
import type { CallOrigin, CallOriginKind } from "../tools/call-origin.js";
import { type CallContext, callContext } from "./call-context.js";
import type { ContextRunner } from "./captured-context.js";
import type { ExecutionWatcher } from "./execution-watch.js";

/** The parts of a call that its idempotency key is made of. */
export interface KeyedCall {
  readonly toolName: string;
  readonly toolCallId: string;
  /** The arguments it is executed with, as JSON text. */
  readonly argsText: string;
}

/** Parts of an origin that an execution needs. The way of a call to it has more: see `calls/origin.ts`. */
export interface ExecutionParts {
  /** Whether the page's steps have been run: `execute()` then runs none. */
  readonly hasPassedSteps?: boolean;
  /** Runs work in the asynchronous context of the execution that makes the call: traces follow it. */
  readonly within?: ContextRunner | undefined;
  /** Watches the call's execution. */
  readonly watch?: ExecutionWatcher | undefined;
  /** Makes the call's idempotency key. Without it the key is the execution's id. */
  readonly keyOf?: ((call: KeyedCall) => string) | undefined;
  /** Fields that its handler's context has besides those of every call. */
  readonly fields?: CallContext | undefined;
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

/** Makes an origin. Logs and copies show only its public fields. */
export function originWith(shown: CallOrigin, own: ExecutionParts): CallOrigin {
  const { kind, depth, agent, parentExecutionId, run } = shown;
  const origin = {
    kind,
    depth,
    ...(agent !== undefined && { agent }),
    ...(parentExecutionId !== undefined && { parentExecutionId }),
    ...(run !== undefined && { run }),
  };
  const fields = own.fields && callContext(own.fields);
  const value: ExecutionParts = Object.freeze({ ...own, fields });
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
export function partsOf(origin: CallOrigin | undefined): ExecutionParts {
  return (origin as { readonly [parts]?: ExecutionParts } | undefined)?.[parts] ?? noParts;
}

const noParts: ExecutionParts = Object.freeze({});
