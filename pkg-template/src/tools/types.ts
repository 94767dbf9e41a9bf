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
  /** Aborted when the execution is cancelled, never by success. Pass it to `fetch` and to whatever else takes one. */
  readonly signal: AbortSignal;
  /** The number of the attempt, counted from 1. */
  readonly attemptNumber: number;
  /** The maximum number of attempts. */
  readonly maxAttempts: number;
  /**
   * The same for every attempt of one execution: pass it to a service that must not do the work twice. For a call of `<ag-ui-agent>` it is
   * the same in every tab and after every reload of the thread, too.
   */
  readonly idempotencyKey: string;
  /** When this attempt will have timed out, in milliseconds since 1970; absent without a timeout. */
  readonly deadline?: number;
  /**
   * Of a call that the server has prepared (`metadata.execution: "preflight"`): the handler's arguments are what the server made of
   * what the model asked for, and this is what it asked for. Absent otherwise.
   */
  readonly preflight?: ToolPreflight;
  /** The origin of the call. A handler that executes another tool passes it on: `execute(tool, id, args, { origin })`. */
  readonly origin: CallOrigin;
  /** Reports to the page how far the work is, with any value: raises `tool-execution-progress`. */
  reportProgress(progress: unknown): void;
}

/** A server's information about a call that it has prepared for the page. It comes from outside: show it, but don't trust it. */
export interface ToolPreflight {
  /** The arguments as the model wrote them, before the server shaped them. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * Where a tool runs: on the `client` (the page, unless said otherwise), on the `server` beside the model, or on the client once the
 * server has prepared the call, `preflight`: it validates, authorises and shapes, and the client does what has an effect.
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

/** Attributes of a span: texts, finite numbers, booleans, and arrays of one of them. What is `undefined` is left out. */
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

/** Says, of validated arguments, what a tracer records of a call. */
export type TracingRule<TArgs = unknown> = Rule<TArgs>["attributesOf"];

/**
 * What a call would do, for the person who decides: in words, or as a file's change in the unified diff format. Text that came
 * from a model or a file: show it as text, never as HTML.
 */
export type ToolPreview =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "diff"; readonly path: string; readonly diff: string };

/** Says, of validated arguments, what a call with them would do; `undefined` where there is nothing to show. */
export type PreviewRule<TArgs = unknown> = Rule<TArgs>["previewOf"];

/** Says, of validated arguments, what a call is known by in the tool's cache; `undefined` for one whose result is not kept. */
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
 * Finds out what became of a call whose page was closed or reloaded: returns the tool's result, `notRun()` or `unknownOutcome()` of
 * `ag-ui-lit/durable`, or a promise of one.
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
   * Where the tool runs: `"client"` unless said. The one source of truth for the executor and the reasoner of `ag-ui-lit/server`, for
   * `<ag-ui-agent>`, and for what the model is offered.
   */
  readonly execution?: ToolExecutionMode;
  /** Whether running the tool twice has the same effect as running it once. */
  readonly idempotent?: boolean;
  /** The usual duration of the tool, in milliseconds. */
  readonly estimatedDuration?: number;
  /** When failed attempts are tried again; what is absent is as the manager has it. */
  readonly retryConfig?: Partial<RetryConfig>;
  /** Milliseconds an attempt may take. */
  readonly timeout?: number;
  /** The maximum number of calls of the tool that run at once. */
  readonly maxConcurrency?: number;
  /** The limit on the tool's attempts in a time, in addition to the manager's. */
  readonly rateLimit?: RateLimitConfig;
  /** When the tool is left alone because it keeps failing; `false` for never. */
  readonly circuitBreaker?: CircuitBreakerConfig | false;
  /**
   * `"inflight"`: calls with the same arguments at the same time share one run of the handler. A call that has more to it than its
   * arguments (`context.preflight`; on the server, whose it is) shares with none.
   */
  readonly dedupe?: "inflight";
  /**
   * Serves earlier results to calls with the same arguments, but for those that have more to them, as for `dedupe`. Needs
   * `idempotent: true`.
   */
  readonly cache?: Readonly<CacheConfig> & {
    /**
     * Where results are kept, so that they last longer than the manager, and that tabs share them. The arguments are
     * validated before it is asked. By default results are kept in the manager.
     */
    readonly store?: ResultStore;
    /** The key of a call, as a function of the validated arguments; by default all of its arguments. */
    readonly key?: CacheKeyRule<TArgs>;
  };
  /**
   * Whether `<ag-ui-agent>` asks a person before the tool runs: `"never"` unless said otherwise, `"always"`, or as a
   * function of the validated arguments says. One that throws, takes longer than ten seconds or answers anything but
   * `false` asks. A manager that is called by hand asks nobody.
   */
  readonly approval?: "never" | "always" | ApprovalRule<TArgs>;
  /**
   * What a call would do, as a function of the validated arguments: for the person who is asked, who otherwise sees the
   * arguments. It changes nothing, and is called when a page asks for it (`ApprovalRequest.preview`).
   */
  readonly preview?: PreviewRule<TArgs>;
  /**
   * What `ag-ui-lit/otel` adds to the span of an execution, as a function of the validated arguments. Choose what may
   * leave the page: arguments are recorded nowhere else. Called once per execution, and only while a tracer watches;
   * what it throws is reported, and spoils nothing.
   */
  readonly tracing?: TracingRule<TArgs>;
  /**
   * Whether a JSON Schema's `format` is checked: true unless said otherwise. Formats nobody knows never are, nor are
   * `idn-email` and `idn-hostname`. A Standard Schema decides for itself.
   */
  readonly validateFormats?: boolean;
  /**
   * What becomes of a call that had begun when the page was closed or reloaded, on pages that use `keepThreads()` of `ag-ui-lit/durable`:
   *
   * - `"unknown"`, the default: the model is told that it is not known whether the tool ran
   * - `"rerun"`, the default with `idempotent: true`: the tool runs again, with the same idempotency key
   * - `"ask"`: a person decides whether it runs again
   * - a function finds out: it returns the tool's result, `notRun()` or `unknownOutcome()`
   */
  readonly afterReload?: "unknown" | "rerun" | "ask" | AfterReloadRule<TArgs>;
  /**
   * Whether a call may leave the page on purpose, as one that navigates does. On pages that use `keepThreads()`, the next page of the origin
   * that opens the thread answers it with its own address and title. A handler that leaves the page returns a promise that stays pending.
   */
  readonly continues?: boolean;
  /**
   * Fields of your own. Any other field that is not listed here is a fault of the definition. The browser's agent is told a `title` and the
   * hints of WebMCP and MCP (`readOnlyHint`, `destructiveHint`, `idempotentHint`, `untrustedContentHint`, `consequentialHint`) where
   * `<ag-ui-agent expose-webmcp>` offers it the tool; nothing here reads others.
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
   * What the tool is called outside of the model, such as `flights-mcp::search-flights` for a tool that the model knows as
   * `search_flights`: 1 to 128 of `A-Z a-z 0-9 _ - . : /`. A registry finds the tool by either, and the log names it so. No
   * other tool of the registry may have it, as its id or as its name.
   */
  readonly id?: string | undefined;
  /** 1 to 1,024 characters: what the tool does and when to call it, for the model. */
  readonly description: string;
  /** The schema that validates the arguments. A Standard Schema's output, with defaults and transforms, reaches the handler. */
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
