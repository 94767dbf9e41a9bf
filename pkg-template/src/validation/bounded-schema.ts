import { wellFormed } from "../codec/truncate.js";
import { isJsonSchemaReady, jsonSchemaStart } from "../core/json-schema.js";
import { RawJsonSchema, type ValidationIssue } from "../core/raw.js";

/** The maximum length of a schema's text, and of a value's, in UTF-16 units: longer ones are not validated. */
const longestSchema = 262_144;
const longestValue = 16_777_216;

/**
 * An untrusted JSON Schema, checked with a bounded amount of work: 8 million steps of patterns, a million comparisons.
 * Values beyond that count as valid, since the schema's author validates the value again.
 */
export class BoundedSchema {
  readonly #text: string;
  #schema: RawJsonSchema;
  #start = jsonSchemaStart();

  private constructor(text: string, schema: RawJsonSchema) {
    this.#text = text;
    this.#schema = schema;
  }

  /** Needs the JSON Schema module; `undefined` when it is not loaded, and for a schema that can't be used. */
  static compile(schema: object): BoundedSchema | undefined {
    if (!isJsonSchemaReady()) return undefined;
    let raw: RawJsonSchema | undefined;
    try {
      const text = JSON.stringify(schema);
      if (text.length > longestSchema) return undefined;
      raw = compiled(text);
      if (raw.issues().length === 0) return new BoundedSchema(text, raw);
    } catch {
      // It can't be written, or the module has stopped.
    }
    raw?.free();
    return undefined;
  }

  /** The certain errors in a value that JSON can hold. */
  issuesOf(value: unknown): readonly ValidationIssue[] {
    try {
      if (this.#start !== jsonSchemaStart()) {
        this.#schema = compiled(this.#text);
        this.#start = jsonSchemaStart();
      }
      if (value === undefined) return [{ path: [], message: "is missing", code: "required" }];
      const written = wellFormed(JSON.stringify(value));
      return written.length > longestValue ? [] : this.#schema.sureIssues(written);
    } catch {
      // It is nested deeper than is read, or the module has stopped.
      return [];
    }
  }

  /** Gives the module's memory back. */
  free(): void {
    this.#schema.free();
  }
}

function compiled(text: string): RawJsonSchema {
  return RawJsonSchema.compile(text, { formats: true });
}
