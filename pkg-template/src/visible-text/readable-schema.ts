import { isArray, isObject } from "../codec/safe-read.js";
import { MAX_SCHEMA_DEPTH } from "../constants/core.js";
import type { JsonSchema } from "../validation/schema-object.js";
import { hiddenIn } from "./hidden.js";
import { readableText } from "./readable-text.js";

/** A JSON Schema as a model is shown it. */
export interface ReadableSchema {
  /** Without hidden characters in its texts; the same object where there were none. */
  readonly schema: JsonSchema;
  /** The texts that lost some. */
  readonly cleaned: readonly string[];
  /** Texts with hidden characters that affect validation, as names of members do: these stay. */
  readonly kept: readonly string[];
}

/** Keywords whose texts affect validation, or lead to another schema. */
const deciding = new Set([
  ...["enum", "const", "required", "dependentRequired", "type", "format"],
  ...["$ref", "$id", "id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$schema"],
]);

/** Keywords that hold schemas by names of the author's. */
const named = new Set(["properties", "$defs", "definitions", "dependentSchemas", "dependencies"]);

/** Keywords whose value is data, not a schema: none of its texts decides anything. */
const data = new Set(["default", "examples", "example"]);

/**
 * Takes hidden characters out of a schema's texts. Those of a pattern are escaped, which means the same.
 *
 * @example
 * ```ts
 * readableSchema({ description: "A room.\u{E0041}" }).schema; // { description: "A room." }
 * ```
 */
export function readableSchema(given: JsonSchema): ReadableSchema {
  const reader = new SchemaReader();
  const schema = reader.schema(given, 0) as JsonSchema;
  return { schema, cleaned: reader.cleaned, kept: reader.kept };
}

class SchemaReader {
  readonly cleaned: string[] = [];
  readonly kept: string[] = [];

  schema(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.#text(value);
    return mapped(value, depth, (key, member, below) => {
      if (key === undefined) return [undefined, this.schema(member, below)];
      this.#keep(key);
      if (deciding.has(key)) this.#keepAll(member, below);
      else if (named.has(key)) return [key, this.#byName(member, below)];
      else if (data.has(key)) return [key, this.#data(member, below)];
      else if (key === "pattern" && typeof member === "string") return [key, this.#pattern(member)];
      else if (key === "patternProperties") return [key, this.#byPattern(member, below)];
      else return [key, this.schema(member, below)];
      return [key, member];
    });
  }

  #byName(value: unknown, depth: number): unknown {
    return mapped(value, depth, (key, member, below) => {
      if (key !== undefined) this.#keep(key);
      return [key, this.schema(member, below)];
    });
  }

  #byPattern(value: unknown, depth: number): unknown {
    return mapped(value, depth, (key, member, below) => [
      key === undefined ? undefined : this.#pattern(key),
      this.schema(member, below),
    ]);
  }

  #data(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.#text(value);
    return mapped(value, depth, (key, member, below) => {
      if (key !== undefined) this.#keep(key);
      return [key, this.#data(member, below)];
    });
  }

  #keepAll(value: unknown, depth: number): void {
    if (typeof value === "string") this.#keep(value);
    mapped(value, depth, (key, member, below) => {
      if (key !== undefined) this.#keep(key);
      this.#keepAll(member, below);
      return [key, member];
    });
  }

  #text(text: string): string {
    const readable = readableText(text);
    if (readable !== text) this.cleaned.push(text);
    return readable;
  }

  #pattern(pattern: string): string {
    let escaped = "";
    let end = 0;
    for (const { index, text } of hiddenIn(pattern, false)) {
      const units = Array.from({ length: text.length }, (_none, at) => text.charCodeAt(at));
      const codes = units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`);
      // Behind a backslash the character is escaped already.
      const before = pattern.slice(end, index);
      escaped +=
        (/(?<!\\)(?:\\\\)*\\$/.test(before) ? before.slice(0, -1) : before) + codes.join("");
      end = index + text.length;
    }
    if (end === 0) return pattern;
    this.cleaned.push(pattern);
    return escaped + pattern.slice(end);
  }

  #keep(text: string): void {
    if (!hiddenIn(text, false).next().done) this.kept.push(text);
  }
}

/**
 * A copy with changed members; the value itself if all are the same. Values nested too deeply are refused elsewhere.
 */
function mapped(
  value: unknown,
  depth: number,
  change: (
    key: string | undefined,
    member: unknown,
    depth: number,
  ) => [string | undefined, unknown],
): unknown {
  if (!isObject(value) || depth > MAX_SCHEMA_DEPTH) return value;
  let isSame = true;
  if (isArray(value)) {
    const list = value.map((member) => {
      const [, made] = change(undefined, member, depth + 1);
      isSame &&= made === member;
      return made;
    });
    return isSame ? value : list;
  }
  const members = Object.entries(value).map(([key, member]) => {
    const [name = key, made] = change(key, member, depth + 1);
    isSame &&= name === key && made === member;
    return [name, made] as const;
  });
  return isSame ? value : Object.fromEntries(members);
}
