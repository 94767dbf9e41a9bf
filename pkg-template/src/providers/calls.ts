/** A call that a model made, by the tool's own name and with arguments as the tool's own schema has them. */
export interface LiftedCall {
  /** Its id; one that was made up where the API gives none. */
  readonly toolCallId: string;
  readonly toolCallName: string;
  /** The arguments as text, for `ToolExecutionManager.execute()`. */
  readonly argsText: string;
  /** The arguments, where they are an object that JavaScript's numbers hold. Not validated: `execute()` does that. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** What is wrong with the call, for the model. Such a call must not run: answer it, `results()` does. */
  readonly issue?: string;
}

/** What a stream says of calls. */
export type CallEvent =
  | { readonly type: "start"; readonly toolCallId: string; readonly toolCallName: string }
  | {
      readonly type: "args";
      readonly toolCallId: string;
      readonly delta: string;
      /**
       * The arguments as far as they have arrived, which grow in place. As the model writes them: the `null` that a strict mode
       * has in the place of what is absent is gone at the `end` only.
       */
      readonly partialArgs: Readonly<Record<string, unknown>>;
    }
  | ({ readonly type: "end" } & LiftedCall)
  /** Something that belongs to no call. The rest of the stream goes on. */
  | { readonly type: "issue"; readonly message: string };

/** Something of a tool that was not sent as it is. Arguments are still validated by all of it. */
export interface Loss {
  /** The tool's name. */
  readonly tool: string;
  /** Where in `parameters`: a JSON pointer (RFC 6901) to the keyword, as the tool has it or would have it. */
  readonly path: string;
  /** The keyword; or `"name"`, or `"strict"` where the tool is sent without strict mode. */
  readonly keyword: string;
  /** Whether the model is not told, is told in another way, or reads it in the description. */
  readonly action: "dropped" | "rewritten" | "described";
  /** Why. */
  readonly reason: string;
}
