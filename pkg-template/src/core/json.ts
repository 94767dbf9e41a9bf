/** A value as text for the core. An unpaired surrogate in it crosses as an escape, which the core reads as U+FFFD. */
export function toJson(value: object): string {
  return JSON.stringify(value);
}

/** A value that the core wrote as text, if it did. */
export function fromJson<T>(text: string): T;
export function fromJson<T>(text: string | undefined): T | undefined;
export function fromJson<T>(text: string | undefined): T | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}
