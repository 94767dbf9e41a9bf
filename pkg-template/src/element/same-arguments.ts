/** Whether an argument text is a whole JSON object. */
export function isObjectText(text: string): boolean {
  return objectOf(text) !== undefined;
}

/**
 * Whether two argument texts say the same: equal JSON, whatever its spacing and order of keys. A text that is no
 * object counts as the `{}` that stands in the history for it.
 */
export function sameArguments(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [objectOf(one), objectOf(other)];
  if (!first && !second) return false;
  return canonical(first ?? {}) === canonical(second ?? {});
}

/** The JSON object that a text is; `undefined` when it is none. */
export function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function canonical(value: object): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
