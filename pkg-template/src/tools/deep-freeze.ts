/** Freezes a JSON value and everything in it. Its depth must be bounded, as that of text the core has read is. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) freezeAll(value as Record<string, unknown>);
  return value;
}

/** Enters objects only: most members are not objects, and this runs for every execution with listeners. */
function freezeAll(holder: Record<string, unknown>): void {
  if (Object.isFrozen(holder)) return;
  Object.freeze(holder);
  for (const key of Object.keys(holder)) {
    const member = holder[key];
    if (typeof member === "object" && member !== null) freezeAll(member as Record<string, unknown>);
  }
}
