/** A copy that shares nothing. What can't be copied comes from an agent in the page, and is taken as it is. */
export function clone<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}
