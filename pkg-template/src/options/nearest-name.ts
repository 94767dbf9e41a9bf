/** Names longer than this are compared by their beginning. */
const LONGEST = 64;

/** The name that is written most like another, if one is nearly the same: for a model that has mistyped it. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = plain(name);
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const each of names) {
    const steps = distance(wanted, plain(each));
    if (steps < least) [nearest, least] = [each, steps];
  }
  return nearest;
}

/** Models mix up `getWeather`, `get-weather` and `get_weather`. */
function plain(name: string): string {
  return name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** The number of characters to insert, remove or change: the Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const change = (row[to - 1] as number) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(change, (row[to] as number) + 1, (next[to - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
