/** Returns true if a JSON value is nested deeper than a number of levels. Works without recursion, at any depth. */
export function isDeeperThan(limit: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    level = level.filter((item) => typeof item === "object" && item !== null);
    if (level.length > 0 && depth >= limit) return true;
    level = level.flatMap((item) => Object.values(item as object));
  }
  return false;
}
