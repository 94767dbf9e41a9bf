import { FILE_LIMITS, LONGEST_ID } from "./limits.js";

/** The reason why a thread of a file is refused. It names places and forms, and never quotes the file. */
export class Malformed extends Error {}

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads an object. */
export function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Malformed(`${place} must be an object`);
  }
  return value as Fields;
}

/** Reads a list of at most so many items. */
export function listOf(value: unknown, place: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new Malformed(`${place} must be a list`);
  if (value.length > most) throw new Malformed(`${place} has more than ${most} items`);
  return value;
}

/** Reads a text. */
export function textOf(fields: Fields, key: string, place: string): string {
  const value = ownOf(fields, key);
  if (typeof value !== "string") throw new Malformed(`${place}.${key} must be a text`);
  return value;
}

/** Reads an id: a text of 1 to 300 UTF-16 units. */
export function idOf(fields: Fields, key: string, place: string): string {
  const id = textOf(fields, key, place);
  if (id === "" || id.length > LONGEST_ID) {
    throw new Malformed(`${place}.${key} must have 1 to ${LONGEST_ID} characters`);
  }
  return id;
}

/** Reads the texts that are there of these; `null` counts as absent. */
export function optionalTexts<Key extends string>(
  fields: Fields,
  keys: readonly Key[],
  place: string,
): { readonly [Name in Key]?: string } {
  const found = keys.filter((key) => (ownOf(fields, key) ?? null) !== null);
  return Object.fromEntries(found.map((key) => [key, textOf(fields, key, place)])) as {
    [Name in Key]?: string;
  };
}

/** Reads an object of free form, if there is one. */
export function optionalObject<Key extends string>(
  fields: Fields,
  key: Key,
  place: string,
): { readonly [Name in Key]?: Fields } {
  const value = ownOf(fields, key) ?? null;
  if (value === null) return {};
  return { [key]: fieldsOf(value, `${place}.${key}`) } as { [Name in Key]?: Fields };
}

/** Reads a member; nothing of what every object inherits. */
export function ownOf(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/**
 * Holds a value to the limits of depth and number of values, and refuses members named `__proto__`: code that copies
 * members would change an object's prototype by it. Without recursion.
 */
export function checkValue(value: unknown): void {
  const open: (readonly [value: unknown, depth: number])[] = [[value, 0]];
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, depth] = next;
    count += 1;
    if (count > FILE_LIMITS.values)
      throw new Malformed(`it has more than ${FILE_LIMITS.values} values`);
    if (typeof item !== "object" || item === null) continue;
    if (depth >= FILE_LIMITS.depth)
      throw new Malformed(`it is nested deeper than ${FILE_LIMITS.depth} levels`);
    if (Object.hasOwn(item, "__proto__")) throw new Malformed("it has a member named __proto__");
    for (const member of Object.values(item)) open.push([member, depth + 1]);
  }
}
