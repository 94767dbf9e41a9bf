import { isObject } from "../codec/safe-read.js";
import { onAbort } from "../execution/on-abort.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { anObject, aText, aTime, needed } from "../options/rules.js";
import type {
  JsonSchema,
  ToolDefinition,
  ToolExecutionContext,
  ToolMetadata,
  ToolSchema,
} from "../tools/types.js";
import { awaitAnswer } from "./answers.js";
import { AnswerCheck, type AnswerSchema } from "./check-answer.js";
import { keepHumanView } from "./human-view.js";
import type { ToolView, ViewOptions } from "./view-types.js";

/** Options of `humanTool()`. */
export interface HumanToolOptions<Args, Answer> {
  readonly name: string;
  /** Tells the model which question a person is asked. */
  readonly description: string;
  /** The schema of the arguments, as of any tool. */
  readonly schema: ToolSchema<Args>;
  /** The schema for the model instead of `schema`, as of any tool. */
  readonly parameters?: JsonSchema;
  /** Asks the person, and calls `respond()` with the answer. */
  readonly view: ToolView<Args, Answer>;
  /** Styles of the view. */
  readonly styles?: NonNullable<ViewOptions["styles"]>;
  /** The schema of the answer. A refused answer is reported to the person, and the call waits on. */
  readonly resultSchema?: AnswerSchema<Answer>;
  /** Milliseconds that a person has. @default no limit */
  readonly timeout?: number;
  /** Further metadata of the tool. */
  readonly metadata?: ToolMetadata<Args>;
}

const rules: OptionRules<HumanToolOptions<never, never>> = {
  name: needed(aText),
  description: needed(aText),
  schema: ["a schema", (value) => isObject(value) || typeof value === "function", "needed"],
  parameters: ["a JSON Schema", isObject],
  view: [
    "a function, or the name of a custom element",
    (value) => typeof value === "function" || typeof value === "string",
    "needed",
  ],
  styles: ["styles of Lit's css, a CSSStyleSheet, or a list of these", isObject],
  resultSchema: ["a schema", (value) => isObject(value) || typeof value === "function"],
  timeout: aTime,
  metadata: anObject,
};

/**
 * A tool whose answer a person gives: its view is shown in the card of the call, and the handler waits for the view to
 * call `respond(value)`. Abort, timeout and reload end it as they end any other tool.
 *
 * @returns a definition for `registerTool()`.
 * @throws {TypeError} if an option is invalid.
 *
 * @example
 * ```ts
 * await registerTool(
 *   humanTool({
 *     name: "choose_seat",
 *     description: "Lets the user choose a seat.",
 *     schema: z.object({ seats: z.array(z.string()) }),
 *     view: ({ args, status, respond }) =>
 *       status === "asking"
 *         ? args.seats?.map((seat) => html`<button @click=${() => respond(seat)}>${seat}</button>`)
 *         : undefined,
 *   }),
 * );
 * ```
 */
export function humanTool<Args = Record<string, unknown>, Answer = unknown>(
  options: HumanToolOptions<Args, Answer>,
): ToolDefinition<Args> {
  checkOptions("humanTool", options as HumanToolOptions<never, never>, rules);
  const { name, description, schema, parameters, view, styles, resultSchema } = options;
  const check = resultSchema && new AnswerCheck<Answer>(resultSchema);
  const handler = (_args: Args, context: ToolExecutionContext): Promise<unknown> =>
    answerOf(context, check);
  keepHumanView(handler, view as ToolView, styles);
  return {
    name,
    description,
    schema,
    ...(parameters && { parameters }),
    handler,
    metadata: {
      // A person is not asked again by themselves.
      retryConfig: { maxAttempts: 1 },
      ...options.metadata,
      ...(options.timeout !== undefined && { timeout: options.timeout }),
    },
  };
}

/** The answer of a person. Rejects when the call ends before it is given. */
function answerOf(
  { executionId, signal }: ToolExecutionContext,
  check: AnswerCheck<unknown> | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      stopWaiting();
      release();
    };
    const stopWaiting = awaitAnswer(executionId, {
      respond: async (value) => {
        const answer = check ? await check.check(value) : value;
        end();
        resolve(answer);
      },
    });
    const release = onAbort(signal, () => {
      end();
      reject(signal.reason);
    });
  });
}
