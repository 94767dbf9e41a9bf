import { WholeCharacters } from "../codec/whole-characters.js";
import { NotInitializedError } from "../core/state.js";
import { loadedModels } from "../models/load.js";
import type { RawMarkers } from "../models/raw.js";

/** A call as it was written. */
export interface WrittenCall {
  readonly name: string;
  /** The arguments' JSON text, as it was written. */
  readonly arguments: string;
  /** The same for `JSON.parse`, where that would make something else of it. */
  readonly exact?: string;
}

/** A finding in a text. */
export type Found =
  | { readonly text: string }
  | { readonly call: WrittenCall }
  | { readonly broken: string };

/** Options of reading a text. */
export interface ReadingOptions {
  /** The treatment of integers that a JavaScript number can't hold. */
  readonly bigIntegers?: "error" | "number" | undefined;
  /** Whether markers in the model's thinking are calls. */
  readonly callsInThinking?: boolean | undefined;
}

/** Reads a text for markers by the models' module. */
export class MarkerReading {
  readonly #raw: RawMarkers;
  readonly #characters = new WholeCharacters();

  /** @throws {NotInitializedError} before the module is loaded. */
  constructor(
    what: string,
    { bigIntegers = "error", callsInThinking = false }: ReadingOptions = {},
  ) {
    const models = loadedModels();
    if (!models) {
      throw new NotInitializedError(
        what,
        `${what} was used before the module of ag-ui-lit/text was loaded. Call \`await loadModels()\` first, or pipe a stream ` +
          "through the markers, which waits for it.",
      );
    }
    this.#raw = new models.RawMarkers(bigIntegers === "number", callsInThinking);
  }

  /** The next piece of the text. */
  push(delta: string): Found[] {
    return this.#read(this.#characters.push(delta));
  }

  /** The text has ended. */
  end(): Found[] {
    const last = this.#read(this.#characters.end());
    return [...last, ...found(this.#raw.end())];
  }

  #read(text: string): Found[] {
    return text === "" ? [] : found(this.#raw.push(text));
  }

  /** Nothing more is read. */
  free(): void {
    this.#raw.free();
  }
}

/** A call's arguments as a value. The module has read them, so they are JSON of an object. */
export function argumentsOf({ exact, arguments: written }: WrittenCall): Record<string, unknown> {
  return JSON.parse(exact ?? written) as Record<string, unknown>;
}

function found(json: string): Found[] {
  return json === "[]" ? [] : (JSON.parse(json) as Found[]);
}
