import { coreMemory } from "../core/memory.js";
import type { RawPattern } from "./raw.js";
import { loadedPatterns, type Patterns } from "./state.js";

/** What became of a question, as the core reads it. */
export const answer = {
  no: 0,
  yes: 1,
  tooManySteps: 2,
  /** `whenPatternsReady()` says when to ask again. */
  notLoaded: 3,
  unusable: 4,
} as const;

/** One of {@link answer}. */
export type Answer = (typeof answer)[keyof typeof answer];

/**
 * Matches patterns for the core, which has none of that itself: the text goes from its memory to the other module's as
 * it is. Calls nothing of the core's, and never throws.
 */
export class PatternHost {
  readonly #sources = new Map<number, string>();
  readonly #compiled = new Map<number, RawPattern | "unusable">();
  /** The other module's room for texts. It is another one when that module's memory has grown. */
  #room = new Uint8Array(0);

  /**
   * The core will ask for a pattern.
   *
   * @param pattern its number, which is no other's until it is forgotten.
   */
  register(pattern: number, source: string): void {
    this.#sources.set(pattern, source);
  }

  /** The core will not ask for a pattern any more. */
  forget(pattern: number): void {
    this.#sources.delete(pattern);
    this.#drop(pattern);
  }

  /** Whether a pattern can be matched. Takes microseconds: it is read, not compiled. */
  check(pattern: number): Answer {
    const patterns = loadedPatterns();
    if (!patterns) return answer.notLoaded;
    return this.#compile(patterns, pattern) ? answer.yes : answer.unusable;
  }

  /** Why a pattern can't be matched, in words; `undefined` when it can, or when the module is not loaded. */
  fault(pattern: number): string | undefined {
    const source = this.#sources.get(pattern);
    return source === undefined ? undefined : loadedPatterns()?.RawPattern.fault(source);
  }

  /**
   * Whether a pattern is found in a text.
   *
   * @param at where the text is in the core's memory, as UTF-8.
   * @param length its bytes.
   * @param size bytes of text in the whole value that it belongs to, all of which share the steps that may be taken.
   */
  matches(pattern: number, at: number, length: number, size: number): Answer {
    const patterns = loadedPatterns();
    if (!patterns) return answer.notLoaded;
    try {
      const compiled = this.#compile(patterns, pattern);
      if (!compiled) return answer.unusable;
      const text = new Uint8Array(coreMemory().buffer, at, length);
      this.#write(patterns, text);
      return compiled.matches(length, size) as Answer;
    } catch {
      // The module stopped, which it has told on the console: nothing can be matched any more.
      return answer.unusable;
    }
  }

  #compile({ RawPattern }: Patterns, pattern: number): RawPattern | undefined {
    const known = this.#compiled.get(pattern);
    if (known) return known === "unusable" ? undefined : known;
    if (this.#compiled.size >= mostCompiled) this.#dropAll();
    const compiled = usable(() => new RawPattern(this.#sources.get(pattern) ?? "["));
    this.#compiled.set(pattern, compiled ?? "unusable");
    return compiled;
  }

  #write({ RawPattern, memory }: Patterns, text: Uint8Array): void {
    if (this.#room.buffer !== memory.buffer || this.#room.length < text.length) {
      const size = Math.max(text.length, smallest);
      const at = RawPattern.reserve(size);
      this.#room = new Uint8Array(memory.buffer, at, size);
    }
    this.#room.set(text);
    // The module gives so much room away with the text.
    if (this.#room.length > large) this.#room = new Uint8Array(0);
  }

  #dropAll(): void {
    for (const pattern of [...this.#compiled.keys()]) this.#drop(pattern);
  }

  #drop(pattern: number): void {
    const compiled = this.#compiled.get(pattern);
    this.#compiled.delete(pattern);
    if (compiled !== "unusable") compiled?.free();
  }
}

function usable(compile: () => RawPattern): RawPattern | undefined {
  try {
    return compile();
  } catch {
    return undefined;
  }
}

/** Patterns that are kept compiled: beyond, all are dropped, and those that are needed are compiled again. */
const mostCompiled = 200;

/** Bytes: `LARGE` of `src/wasm/patterns.rs`. */
const large = 1_048_576;

/** Bytes that are reserved from the beginning: most texts are shorter. */
const smallest = 4_096;
