/// <reference lib="esnext.disposable" preserve="true" />

import { WholeCharacters } from "../codec/whole-characters.js";
import { FreedError } from "../core/freed.js";
import { type CoreToolError, RawArguments } from "../core/raw.js";
import { requireCore } from "../core/state.js";
import { readingRules } from "../options/options.js";
import { refuseUnknown } from "../options/unknown-options.js";
import { compiledTool } from "../tools/define.js";
import type { RegisteredTool } from "../tools/types.js";
import type { Verdict } from "../validation/validator.js";
import { JudgedText } from "./judged-text.js";
import { type ArgumentsListener, Parts, type PathPattern } from "./parts.js";
import { isFault, quotesText, ValueBuilder } from "./value-builder.js";

/** The options of an `ArgumentsReader`. */
export interface ArgumentsReaderOptions {
  /** The tool of the arguments: they are validated by its schema while they are streamed. */
  readonly tool?: RegisteredTool;
  /** The maximum depth of nested arrays and objects, at most 512; 128 by default. */
  readonly maxDepth?: number;
  /** The handling of integers that a JavaScript number can't hold: see `ToolExecutionManagerOptions`. */
  readonly bigIntegers?: "error" | "bigint" | "number";
}

/** Two builders: the page may change the value that it reads, and the handler gets the validated one. */
const shown = 0;
const own = 1;
const neither = 2;

/**
 * Reads a call's arguments while the model writes them: each character once, cut anywhere.
 *
 * `value` grows in place, so asking for it at every delta costs next to nothing. Handed to
 * `ToolExecutionManager.execute` in place of the arguments, nothing is read or validated a second time.
 *
 * @example
 * ```ts
 * const reader = new ArgumentsReader({ tool: registry.get("write_note") });
 * reader.on(["text"], ({ delta }) => note.append(delta));
 * for await (const delta of deltas) reader.push(delta);
 * const outcome = await manager.execute(reader.tool, "call-1", reader);
 * ```
 */
export class ArgumentsReader implements Disposable {
  readonly #raw: RawArguments;
  readonly #shown = new ValueBuilder();
  readonly #own = new ValueBuilder();
  readonly #parts = new Parts();
  readonly #tool: RegisteredTool | undefined;
  readonly #maxDepth: number;
  readonly #bigIntegers: "error" | "bigint" | "number";
  #text = "";
  readonly #characters = new WholeCharacters();
  /** The text as the tool's validator judges it, if it can do so before its end. */
  readonly #judged: JudgedText | undefined;
  #error: string | undefined;
  /** Whether the value was read. */
  #isShown = false;
  #hasEnded = false;
  #isHandedOver = false;
  #isFreed = false;

  /**
   * @throws {NotInitializedError} before the core is loaded.
   * @throws {ToolDefinitionError} if `tool` is not a tool.
   * @throws {TypeError} if an option is invalid.
   */
  constructor(options: ArgumentsReaderOptions = {}) {
    requireCore("An ArgumentsReader");
    refuseUnknown("new ArgumentsReader()", options, ["tool", "maxDepth", "bigIntegers"]);
    const { tool } = options;
    const { maxDepth, bigIntegers } = readingRules(options);
    this.#tool = tool;
    this.#maxDepth = maxDepth;
    this.#bigIntegers = bigIntegers;
    this.#raw = new RawArguments(maxDepth, bigIntegers);
    keepOne();
    const judge = tool && compiledTool(tool).validator.judge?.(maxDepth);
    this.#judged = judge && new JudgedText(judge);
  }

  /** The tool the arguments are for. */
  get tool(): RegisteredTool | undefined {
    return this.#tool;
  }

  /** The text so far. */
  get text(): string {
    return this.#text;
  }

  /**
   * The arguments so far: a plain object that grows in place, `{}` at first. An incomplete string is included, without
   * an unpaired surrogate at its end; an incomplete number or word is left out. Changes to it do not affect the
   * handler's arguments.
   */
  get value(): Record<string, unknown> {
    this.#show();
    const { value } = this.#shown;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : {};
  }

  /** The error in the text; `undefined` while there is none. */
  get error(): string | undefined {
    return this.#error;
  }

  /**
   * Returns true if the arguments so far violate the tool's schema, so that the rest of the text can't repair them.
   * (Only a repeated key could, since the last one counts.) Missing values are found at the end. A text of more than
   * 256 characters is judged in pieces of at most 512.
   */
  get isInvalid(): boolean {
    return this.#judged?.mayBeValid === false && this.#error === undefined;
  }

  /**
   * Reads the next piece of the text. Unreadable text is reported by `error`; nothing is read after it or after
   * `end()`.
   */
  push(delta: string): void {
    this.#require();
    if (this.#hasEnded) return;
    this.#text += delta;
    const text = this.#characters.push(delta);
    this.#judged?.push(text, this.#text.length);
    const builder = this.#builder;
    this.#take(this.#raw.push(text, builder), builder, text);
  }

  /** Ends the text. Returns true if it could be read. */
  end(): boolean {
    this.#require();
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      // Reported with the end: a listener may free the reader.
      const last = this.#characters.end();
      if (last !== "") this.#raw.push(last, neither);
      this.#judged?.end(last);
      const builder = this.#builder;
      this.#take(this.#raw.end(builder), builder, "");
    }
    return this.#error === undefined;
  }

  /** Returns true if the value at a path exists and is complete. */
  isComplete(path: readonly PropertyKey[]): boolean {
    this.#show();
    return this.#parts.isComplete(this.#shown, path);
  }

  /**
   * Watches one part of the arguments while it is streamed: a text field, each item of a list. `"*"` in a path matches
   * any key or index. Existing values are reported at once. A listener that throws is reported like an event's.
   *
   * @returns a function that stops watching.
   */
  on(path: PathPattern, listener: ArgumentsListener): () => void {
    this.#show();
    return this.#parts.watch(this.#shown, path, listener);
  }

  /**
   * Releases the core's memory at once; the arguments so far can still be read. A reader that is simply dropped is
   * collected.
   */
  free(): void {
    if (this.#isFreed) return;
    this.#isFreed = true;
    this.#raw.free();
    this.#judged?.free();
  }

  /** The same as `free()`: for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }

  /**
   * The receiver of the core's additions: the handler's builder, if it is known to be needed, also on behalf of the
   * other.
   */
  get #builder(): number {
    if (this.#tool) return own;
    return this.#isShown ? shown : neither;
  }

  /** Takes the core's additions to a builder's value for a piece. */
  #take(steps: Int32Array, builder: number, piece: string): void {
    if (steps.length === 0) return;
    if (isFault(steps)) this.#error ??= this.#raw.error();
    const quoted = quotesText(steps) ? this.#raw.quoted(builder) : "";
    if (!this.#tool) this.#shown.apply(steps, quoted, piece);
    else {
      this.#own.apply(steps, quoted, piece);
      if (this.#isShown) this.#shown.apply(steps, quoted, piece);
    }
  }

  /** Begins to keep the value up to date, at its first use. Everything read before is added now. */
  #show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    if (this.#isFreed || this.#isHandedOver) {
      this.#showText();
      return;
    }
    this.#shown.apply(this.#raw.steps(shown), this.#raw.quoted(shown), "");
    if (this.#tool) this.#shown.join(this.#own);
  }

  #showText(): void {
    const raw = new RawArguments(this.#maxDepth, this.#bigIntegers);
    raw.push(this.#text, neither);
    if (this.#hasEnded) raw.end(neither);
    this.#shown.apply(raw.steps(shown), raw.quoted(shown), "");
    raw.free();
  }

  #isReadBy({ maxDepth, bigIntegers }: ArgumentsReaderOptions): boolean {
    return !this.#isFreed && this.#maxDepth === maxDepth && this.#bigIntegers === bigIntegers;
  }

  #require(): void {
    if (this.#isFreed) throw new FreedError("ArgumentsReader");
  }

  /**
   * Part of checking and executing them: the judge's verdict on all of them, if it judged for that tool and by those
   * rules.
   */
  static verdictOf(
    reader: ArgumentsReader,
    { tool, ...rules }: ArgumentsReaderOptions,
  ): Verdict | undefined {
    if (!tool || reader.#tool !== tool || !reader.#isReadBy(rules)) return undefined;
    // A listener may free it just now.
    if (!reader.end() || reader.#isFreed) return undefined;
    return reader.#judged?.verdict;
  }

  /** Part of checking them: the error of an execution with arguments that can't be read. */
  static failureOf(reader: ArgumentsReader): CoreToolError | undefined {
    return reader.#raw.failure()?.intoObject();
  }

  /** Part of executing them. `undefined` if they must be read again: executed before, or read under other rules. */
  static handOver(reader: ArgumentsReader, rules: ArgumentsReaderOptions): HandedOver | undefined {
    if (!reader.#isReadBy(rules)) return undefined;
    reader.end();
    // A listener may have executed or freed it just now.
    if (reader.#isHandedOver || reader.#isFreed) return undefined;
    reader.#isHandedOver = true;
    const { isComplete, value } = reader.#own;
    const prepared = isComplete ? (value as Record<string, unknown>) : undefined;
    return { raw: reader.#raw, value: prepared };
  }
}

/**
 * Keeps an empty reader. An engine forgets how objects are laid out when it collects the last of a kind, and with that
 * throws away the code it has optimised for them: every call would then be read by its interpreter again, which takes
 * more than twice as long.
 */
function keepOne(): void {
  if (kept) return;
  kept = "coming";
  kept = new ArgumentsReader();
  kept.free();
}

let kept: ArgumentsReader | "coming" | undefined;

/** The parts of a reader that an execution takes over. */
export interface HandedOver {
  readonly raw: RawArguments;
  /** The arguments for the handler, if they are put together already. */
  readonly value: Record<string, unknown> | undefined;
}
