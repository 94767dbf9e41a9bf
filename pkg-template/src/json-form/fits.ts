import { isArray, isObject } from "../codec/safe-read.js";
import type { Field, Option } from "./field.js";

/** Returns true if a field can show a value, and would give the same one back. */
export function fits(field: Field, value: unknown): boolean {
  if (value === undefined) return true;
  if (value === null) return field.isNullable;
  switch (field.kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return indexOf(field.options, value) >= 0;
    case "choices":
      return isArray(value) && areDistinctOptions(field.options, value);
    case "group":
      return isPlain(value) && namesOf(value).every((name) => hasMember(field.members, name));
    case "list":
      return isArray(value) && value.length <= field.most;
    case "json":
      return true;
  }
}

/** The option with a value; -1 if there is none. */
export function indexOf(options: readonly Option[], value: unknown): number {
  const text = textOf(value);
  return options.findIndex(
    (option) => Object.is(option.value, value) || textOf(option.value) === text,
  );
}

/** The JSON text of a value. Integers too long for a number, which `JSON.stringify` can't write, become texts. */
export function jsonTextOf(value: unknown, indent = 0): string {
  const word = (_key: string, member: unknown): unknown =>
    typeof member === "bigint" ? String(member) : member;
  return JSON.stringify(value, word, indent) ?? "";
}

function textOf(value: unknown): string {
  // Long enough to tell options apart, and `1` from `"1"`.
  return typeof value === "bigint" ? `${value}n` : jsonTextOf(value);
}

function areDistinctOptions(options: readonly Option[], values: readonly unknown[]): boolean {
  if (values.length > options.length) return false;
  const indexes = values.map((each) => indexOf(options, each));
  return !indexes.includes(-1) && new Set(indexes).size === indexes.length;
}

function isPlain(value: unknown): value is object {
  return isObject(value) && !isArray(value);
}

function namesOf(value: object): string[] {
  return Object.keys(value);
}

function hasMember(members: readonly { readonly name: string }[], name: string): boolean {
  return members.some((member) => member.name === name);
}
