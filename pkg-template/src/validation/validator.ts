import type { ToolError } from "../errors/tool-error.js";

/** Arguments that a validator is asked about. They are a JSON object: that much has been read. */
export interface GivenArguments {
  /** Their JSON text, as the model wrote it. @throws {ArgumentsFault} for a given value that JSON can't express. */
  readonly text: string;
  /** The maximum depth of nested arrays and objects in the text. */
  readonly maxDepth: number;
  /** Their value: a new one each time, for the validator and then the handler to keep. */
  fresh(): Record<string, unknown>;
}

/** A validator's verdict on arguments. */
export type Verdict =
  | {
      readonly accepted: true;
      /** The validator's output, for the handler; absent if the arguments are unchanged. */
      readonly output?: { readonly value: unknown };
    }
  | { readonly accepted: false; readonly error: ToolError };

/**
 * Judges a tool's arguments. For the core every tool has one; only `chooseValidator` knows which. Its methods neither
 * throw nor reject.
 */
export interface ArgumentsValidator {
  /** Judges all of the arguments, at once or later. */
  validate(args: GivenArguments): Verdict | Promise<Verdict>;
  /** Judges streamed arguments, if the validator can decide before their end. */
  judge?(maxDepth: number): ArgumentsJudge | undefined;
  /** Releases a module's memory at once, if it holds any; afterwards it can't be used. */
  free?(): void;
}

/** Judges the text of arguments while it is streamed. */
export interface ArgumentsJudge {
  /** Takes the next piece. Returns true if they may still be valid. */
  push(delta: string): boolean;
  /** The verdict of `validate` on the complete arguments; `undefined` if the judge can't decide. */
  end(): Verdict | undefined;
  /** Gives its memory back. */
  free(): void;
}

/** The `name` of an `ArgumentsFault`, even if a bundler renames the class. */
export const argumentsFault = "ArgumentsFault";

/** Arguments that were given as a value can't be written as JSON. */
export class ArgumentsFault extends Error {
  override readonly name = argumentsFault;
}
