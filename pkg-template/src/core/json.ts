import type { Json } from "./raw.js";

/** A value as the core takes it. Half a character in it crosses as an escape, which the core reads as U+FFFD. */
export function toJson<T>(value: T): Json<T> {
  return JSON.stringify(value) as Json<T>;
}

/** A value that the core answered, if it did. */
export function fromJson<T>(text: Json<T>): T;
export function fromJson<T>(text: Json<T> | undefined): T | undefined;
export function fromJson<T>(text: Json<T> | undefined): T | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}
