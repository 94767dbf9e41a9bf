/** A call that a model made, by the tool's own name and with arguments as the tool's own schema has them. */
export interface LiftedCall {
  /** Its id; one that was made up where the API gives none. */
  readonly toolCallId: string;
  readonly toolCallName: string;
  /** The arguments as text, for `ToolExecutionManager.execute()`. */
  readonly argsText: string;
  /** The arguments, where they are an object that JavaScript's numbers hold. Not validated: `execute()` does that. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** The error in the call, for the model. Such a call must not run: `results()` answers it. */
  readonly issue?: string;
}

/** An event of a call in a stream. */
export type CallEvent =
  | { readonly type: "start"; readonly toolCallId: string; readonly toolCallName: string }
  | {
      readonly type: "args";
      readonly toolCallId: string;
      readonly delta: string;
      /**
       * The arguments so far, which grow in place, as the model writes them: a strict mode's `null` for an absent value
       * is removed only at the `end`.
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
  /** The place in `parameters`: a JSON pointer (RFC 6901) to the keyword, as the tool has it or would have it. */
  readonly path: string;
  /** The keyword; or `"name"`, or `"strict"` where the tool is sent without strict mode. */
  readonly keyword: string;
  /** Whether the model does not get it, gets it in another form, or reads it in the description. */
  readonly action: "dropped" | "rewritten" | "described";
  /** The reason. */
  readonly reason: string;
}
