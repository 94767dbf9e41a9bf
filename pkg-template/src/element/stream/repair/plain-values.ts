/** An id: numbers are written as text. */
export function idOf(value: unknown): unknown {
  return typeof value === "number" || typeof value === "bigint" ? String(value) : value;
}

/** Text: what is not there is empty, anything else is the JSON that it is. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  return JSON.stringify(value) ?? "";
}

/** Milliseconds since 1970, also of a date in words; nothing when it is no time. */
export function timeOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const time = typeof value === "string" ? timeOfText(value) : value;
  if (typeof time !== "number" || !Number.isFinite(time)) return undefined;
  return Math.trunc(time);
}

function timeOfText(text: string): number {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : Date.parse(text);
}
