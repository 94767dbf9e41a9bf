/** A version of a text: another one for each save, by chance. A save whose answer was lost is recognised by it. */
export function newVersion(): string {
  return crypto.randomUUID();
}

/** Returns true for what can be a version of these stores. */
export function isVersion(value: string): boolean {
  return typeof value === "string" && /^[0-9a-f-]{36}$/.test(value);
}
