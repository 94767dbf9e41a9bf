import type { Row } from "./suite.js";

/** A row worked out from other rows. */
export function derived(
  name: string,
  unit: string,
  values: readonly (readonly [column: string, value: number])[],
): Row {
  const readings = Object.fromEntries(
    values.map(([column, value]) => [
      column,
      { median: value, fastest: value, rounds: [], ratios: [] },
    ]),
  );
  return { name, kind: "scale", unit, readings, notes: [] };
}
