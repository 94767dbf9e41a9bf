import { isArray, isObject, read, readText } from "../codec/safe-read.js";
import { identifiesPassword, namesSensitive } from "../dom/secret-words.js";

/** The maximum number of schemas that are read for one set of arguments. The rest counts as sensitive. */
const MOST_STEPS = 20_000;

/** Keywords whose schemas apply to the same value. */
const alternatives = ["allOf", "anyOf", "oneOf", "if", "then", "else", "not", "dependentSchemas"];

/**
 * Determines the parts of arguments that a tool's JSON Schema marks as sensitive. One for each reading: its work is
 * bounded.
 */
export class SensitiveSchema {
  readonly #root: unknown;
  #steps = 0;

  /** @param root the JSON Schema; anything else marks nothing. */
  constructor(root: unknown) {
    this.#root = root;
  }

  /** The schemas of the arguments as a whole. */
  get top(): readonly object[] {
    return this.#applied([this.#root]);
  }

  /** Returns true if a value with these schemas is not to be shown. */
  isSensitive(schemas: readonly object[]): boolean {
    if (this.#steps >= MOST_STEPS) return true;
    return schemas.some(
      (schema) => read(schema, "sensitive") === true || readText(schema, "format") === "password",
    );
  }

  /** The schemas of a member of a value with these schemas. */
  member(schemas: readonly object[], key: string): readonly object[] {
    const found = schemas.flatMap((schema) => {
      const properties = read(schema, "properties");
      const own = isObject(properties) && Object.hasOwn(properties, key);
      const patterns = read(schema, "patternProperties");
      return [
        ...(own ? [read(properties, key)] : [read(schema, "additionalProperties")]),
        read(schema, "unevaluatedProperties"),
        // Patterns may be a stranger's: rather than match one, all of them count.
        ...(isObject(patterns) ? Object.values(patterns) : []),
      ];
    });
    return this.#applied(found);
  }

  /** The schemas of an item of a list with these schemas. */
  item(schemas: readonly object[], index: number): readonly object[] {
    const found = schemas.flatMap((schema) => {
      const [items, prefix] = [read(schema, "items"), read(schema, "prefixItems")];
      return [
        isArray(items) ? items[index] : items,
        isArray(prefix) ? prefix[index] : undefined,
        read(schema, "additionalItems"),
        read(schema, "contains"),
        read(schema, "unevaluatedItems"),
      ];
    });
    return this.#applied(found);
  }

  /** Schemas with all that they refer to or combine, each once. */
  #applied(schemas: readonly unknown[]): readonly object[] {
    const found = new Set<object>();
    const queue = [...schemas];
    for (let at = 0; at < queue.length && this.#steps < MOST_STEPS; at += 1) {
      this.#steps += 1;
      const schema = queue[at];
      if (!isObject(schema) || isArray(schema) || found.has(schema)) continue;
      found.add(schema);
      const reference = readText(schema, "$ref") ?? readText(schema, "$dynamicRef");
      if (reference !== undefined) queue.push(this.#referred(reference));
      for (const keyword of alternatives) {
        const value = read(schema, keyword);
        if (isArray(value)) queue.push(...value);
        else if (keyword === "dependentSchemas" && isObject(value)) {
          queue.push(...Object.values(value));
        } else queue.push(value);
      }
    }
    return [...found];
  }

  /** The schema that a reference within the document leads to: `#/$defs/card`. */
  #referred(reference: string): unknown {
    if (!reference.startsWith("#")) return undefined;
    let at: unknown = this.#root;
    for (const step of reference.slice(1).split("/").slice(1)) {
      const key = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
      at = isObject(at) && Object.hasOwn(at, key) ? read(at, key) : undefined;
    }
    return at;
  }
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Returns true if the name of a value is that of a secret: `password`, `card_number`. */
export function isSecretName(key: string): boolean {
  return identifiesPassword(key) || namesSensitive(key);
}
