import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { CacheConfig } from "../core/raw.js";
import type { CircuitBreakerConfig, RateLimitConfig, RetryConfig } from "../options/options.js";
import type { JsonSchema } from "../validation/schema-object.js";
import type { CallOrigin } from "./call-origin.js";
import type { CacheKeyContext, ResultStore } from "./result-store.js";

export type { JsonSchema };

/** A tool's `schema`: a Standard Schema (zod, valibot, arktype) or a JSON Schema. */
export type ToolSchema<TArgs> =
  | StandardSchemaV1<unknown, TArgs>
  // A library's input type differs from what its validator gives; only the output reaches the handler.
  | StandardSchemaV1<never, TArgs>
  | StandardJSONSchemaV1<unknown, TArgs>
  | JsonSchema;

/** Information about the call, for its handler. */
export interface ToolExecutionContext {
  /** Unique across pages and tabs. */
  readonly executionId: string;
  /** The id the backend gave the call. */
  readonly toolCallId: string;
  /** The name the tool was called by. */
  readonly toolName: string;
  /**
   * Aborted when the execution is cancelled, never by success. Pass it to `fetch` and to other functions that take one.
   */
  readonly signal: AbortSignal;
  /** The number of the attempt, counted from 1. */
  readonly attemptNumber: number;
  /** The maximum number of attempts. */
  readonly maxAttempts: number;
  /**
   * The same for every attempt of one execution: pass it to a service that must not do the work twice. For a call of
   * `<ag-ui-agent>` it is the same in every tab and after every reload of the thread, too; for a call of an
   * `AgentReasoner` in every process.
   */
  readonly idempotencyKey: string;
  /** The deadline of this attempt, in milliseconds since 1970; absent without a timeout. */
  readonly deadline?: number;
  /**
   * For a call that the server has prepared (`metadata.execution: "preflight"`): the model's original call; the
   * handler's arguments are the server's. Absent otherwise.
   */
  readonly preflight?: ToolPreflight;
  /**
   * The origin of the call. A handler that executes another tool passes it on: `execute(tool, id, args, { origin })`.
   */
  readonly origin: CallOrigin;
  /** Reports to the page how far the work is, with any value: raises `tool-execution-progress`. */
  reportProgress(progress: unknown): void;
}

/**
 * A server's information about a call that it has prepared for the page. It comes from outside: show it, but don't
 * trust it.
 */
export interface ToolPreflight {
  /** The arguments as the model wrote them, before the server shaped them. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * The place where a tool runs: the `client` (the page, the default), the `server` next to the model, or the client once
 * the server has prepared the call, `preflight`: the server validates, authorises and shapes, and the client performs
 * the effect.
 */
export type ToolExecutionMode = "client" | "server" | "preflight";

/**
 * Runs a tool. May return anything, or a promise of it: the model reads strings as they are, `undefined` and `null`
 * as `"null"`, everything else as JSON. Throw to fail; the model reads the error's message.
 */
export type ToolHandler<TArgs = Record<string, unknown>> = (
  args: TArgs,
  context: ToolExecutionContext,
) => unknown;

/** Decides whether a person is asked before a tool runs with these arguments: `false` for no. */
export type ApprovalRule<TArgs = unknown> = Rule<TArgs>["isAsked"];

/** Attributes of a span: texts, finite numbers, booleans, and arrays of one of them. `undefined` is left out. */
export type TracingAttributes = Readonly<
  Record<
    string,
    | string
    | number
    | boolean
    | readonly string[]
    | readonly number[]
    | readonly boolean[]
    | undefined
  >
>;

/** Returns the attributes of a call for a tracer, from validated arguments. */
export type TracingRule<TArgs = unknown> = Rule<TArgs>["attributesOf"];

/**
 * The effect of a call, for the person who decides: as text, or as a file's change in the unified diff format. The text
 * may come from a model or a file: show it as text, never as HTML.
 */
export type ToolPreview =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "diff"; readonly path: string; readonly diff: string };

/** Returns the preview of a call, from validated arguments; `undefined` if there is nothing to show. */
export type PreviewRule<TArgs = unknown> = Rule<TArgs>["previewOf"];

/** Returns the cache key of a call, from validated arguments; `undefined` for a call whose result is not kept. */
export type CacheKeyRule<TArgs = unknown> = Rule<TArgs>["cacheKeyOf"];

/** A call that had begun when its page was closed or reloaded, and whose end nobody recorded. */
export interface ReloadedCall<TArgs = unknown> {
  /** The key that its handler had: a service that was given it can be asked about it. */
  readonly idempotencyKey: string;
  readonly toolName: string;
  /** The arguments it ran with, validated. */
  readonly args: TArgs;
  /** Aborted when the answer is not needed any more, and after 30 seconds. */
  readonly signal: AbortSignal;
}

/**
 * Finds out what became of a call whose page was closed or reloaded: returns the tool's result, `notRun()` or
 * `unknownOutcome()` of `ag-ui-lit/durable`, or a promise of one.
 */
export type AfterReloadRule<TArgs = unknown> = Rule<TArgs>["findOut"];

/** A method's parameters may be narrower than expected: metadata is passed around without its tool's arguments. */
interface Rule<TArgs> {
  isAsked(args: TArgs): boolean | PromiseLike<boolean>;
  attributesOf(args: TArgs): TracingAttributes | undefined;
  cacheKeyOf(args: TArgs, context: CacheKeyContext): string | undefined;
  findOut(call: ReloadedCall<TArgs>): unknown;
  previewOf(args: TArgs): ToolPreview | undefined | PromiseLike<ToolPreview | undefined>;
}

/** Properties of a tool that the model does not see. */
export interface ToolMetadata<TArgs = unknown> {
  /** One group the tool belongs to, such as `"ui"`; see `ToolRegistry.getByCategory`. */
  readonly category?: string;
  /** Any number of labels; see `ToolRegistry.getByTag`. */
  readonly tags?: readonly string[];
  /**
   * The place where the tool runs; `"client"` by default. The one source of truth for the executor and the reasoner of
   * `ag-ui-lit/server`, for `<ag-ui-agent>`, and for the offer to the model.
   */
  readonly execution?: ToolExecutionMode;
  /** Whether running the tool twice has the same effect as running it once. */
  readonly idempotent?: boolean;
  /** The usual duration of the tool, in milliseconds. */
  readonly estimatedDuration?: number;
  /** The schedule of retries; the manager's settings apply to absent fields. */
  readonly retryConfig?: Partial<RetryConfig>;
  /** Milliseconds an attempt may take. */
  readonly timeout?: number;
  /** The maximum number of calls of the tool that run at once. */
  readonly maxConcurrency?: number;
  /** The limit on the tool's attempts in a time, in addition to the manager's. */
  readonly rateLimit?: RateLimitConfig;
  /** The circuit breaker that suspends a tool after repeated failures; `false` disables it. */
  readonly circuitBreaker?: CircuitBreakerConfig | false;
  /**
   * `"inflight"`: calls with the same arguments at the same time share one run of the handler. Calls with more context
   * (`context.preflight`; on the server, the owner) are not shared.
   */
  readonly dedupe?: "inflight";
  /**
   * Serves earlier results to calls with the same arguments, except for calls with more context, as for `dedupe`. Needs
   * `idempotent: true`.
   */
  readonly cache?: Readonly<CacheConfig> & {
    /**
     * The store of results, so that they outlive the manager, and that tabs share them. The arguments are validated
     * before it is read. By default results are kept in the manager.
     */
    readonly store?: ResultStore;
    /** The key of a call, as a function of the validated arguments; by default all of its arguments. */
    readonly key?: CacheKeyRule<TArgs>;
  };
  /**
   * Whether `<ag-ui-agent>` asks a person before the tool runs: `"never"` by default, `"always"`, or a function of the
   * validated arguments. A function that throws, takes longer than ten seconds or returns anything but `false` causes
   * the question. A manager that is called directly asks no one.
   */
  readonly approval?: "never" | "always" | ApprovalRule<TArgs>;
  /**
   * Returns the effect of a call, from the validated arguments: for the person who is asked, who otherwise sees the
   * arguments. It changes nothing, and is called when a page requests it (`ApprovalRequest.preview`).
   */
  readonly preview?: PreviewRule<TArgs>;
  /**
   * Returns attributes that `ag-ui-lit/otel` adds to the span of an execution, from the validated arguments. Choose
   * those that may leave the page: arguments are recorded nowhere else. Called once per execution, and only while a
   * tracer watches; its errors are reported, and have no effect on the execution.
   */
  readonly tracing?: TracingRule<TArgs>;
  /**
   * Whether a JSON Schema's `format` is checked; true by default. Unknown formats never are, nor are `idn-email` and
   * `idn-hostname`. A Standard Schema decides for itself.
   */
  readonly validateFormats?: boolean;
  /**
   * The rule for a call that had begun when the page was closed or reloaded, on pages that use `keepThreads()` of
   * `ag-ui-lit/durable`:
   *
   * - `"unknown"`, the default: the model is told that it is not known whether the tool ran
   * - `"rerun"`, the default with `idempotent: true`: the tool runs again, with the same idempotency key
   * - `"ask"`: a person decides whether it runs again
   * - a function finds out: it returns the tool's result, `notRun()` or `unknownOutcome()`
   */
  readonly afterReload?: "unknown" | "rerun" | "ask" | AfterReloadRule<TArgs>;
  /**
   * Whether a call may leave the page on purpose, as one that navigates does. On pages that use `keepThreads()`, the
   * next page of the origin that opens the thread answers it with its own address and title. A handler that leaves the
   * page returns a promise that stays pending.
   */
  readonly continues?: boolean;
  /**
   * Fields of your own. Any other field that is not listed here is an error in the definition. The browser's agent gets
   * a `title` and the hints of WebMCP and MCP (`readOnlyHint`, `destructiveHint`, `idempotentHint`,
   * `untrustedContentHint`, `consequentialHint`) if `<ag-ui-agent expose-webmcp>` offers it the tool; other fields are
   * not read here.
   */
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/**
 * A tool that an agent may call.
 *
 * @example
 * ```ts
 * const greet: ToolDefinition<{ name: string }> = {
 *   name: "greet",
 *   description: "Greets a person by name.",
 *   schema: z.object({ name: z.string() }),
 *   handler: ({ name }) => `Hello, ${name}!`,
 * };
 * ```
 */
export interface ToolDefinition<TArgs = Record<string, unknown>> {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`. */
  readonly name: string;
  /**
   * The name of the tool outside of the model, such as `flights-mcp::search-flights` for a tool that the model knows as
   * `search_flights`: 1 to 128 of `A-Z a-z 0-9 _ - . : /`. A registry finds the tool by either, and the log uses it. No
   * other tool of the registry may have it, as its id or as its name.
   */
  readonly id?: string | undefined;
  /** 1 to 1,024 characters: the tool's effect and when to call it, for the model. */
  readonly description: string;
  /**
   * The schema that validates the arguments. The handler gets a Standard Schema's output, with defaults and transforms.
   */
  readonly schema?: ToolSchema<TArgs>;
  /**
   * The JSON Schema the model is shown, where it differs from `schema` or `schema` can't be converted.
   * Alone it means the same as a JSON Schema in `schema`.
   */
  readonly parameters?: JsonSchema;
  /** Runs the tool. */
  readonly handler: ToolHandler<TArgs>;
  /** Further properties of the tool. */
  readonly metadata?: ToolMetadata<TArgs>;
}

/** A definition that was checked. Frozen. */
export interface RegisteredTool {
  readonly name: string;
  /** The tool's id outside of the model; absent if the definition has none. */
  readonly id?: string;
  readonly description: string;
  /** The JSON Schema the model is shown. */
  readonly parameters: JsonSchema;
  readonly metadata: ToolMetadata;
  readonly handler: ToolHandler<never>;
}
