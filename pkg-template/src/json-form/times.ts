import type { TextInput } from "./field.js";

/**
 * Dates and times as in inputs, without a zone, and as in JSON Schema's formats (RFC 3339), with one. A person sees the
 * wall clock of the written zone; a new value gets the zone of this machine.
 */
const written: Partial<Record<TextInput, RegExp>> = {
  date: /^(\d{4}-\d{2}-\d{2})()$/,
  time: /^(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/i,
  "datetime-local":
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/i,
};

/** Returns true for an input of a date or a time: it shows only valid values. */
export function isTimeInput(input: TextInput): boolean {
  return written[input] !== undefined;
}

/** A value as its input shows it, and its zone; `undefined` if the input can't show it. */
export function splitTime(
  input: TextInput,
  value: string,
): { readonly shown: string; readonly zone: string | undefined } | undefined {
  const match = written[input]?.exec(value);
  if (!match?.[1]) return undefined;
  return { shown: match[1], zone: match[2] || undefined };
}

/** The value for what an input shows: with seconds and a zone, where the format needs them. */
export function joinTime(input: TextInput, shown: string, zone: string | undefined): string {
  if (input === "date" || shown === "") return shown;
  const seconds = /:\d{2}:\d{2}/.test(shown) ? shown : `${shown}:00`;
  return seconds + (zone ?? zoneHere(input === "time" ? new Date() : new Date(shown)));
}

/** The zone of this machine at a moment, as `+02:00`. */
export function zoneHere(moment: Date): string {
  const minutes = Number.isNaN(moment.getTime()) ? 0 : -moment.getTimezoneOffset();
  const sign = minutes < 0 ? "-" : "+";
  const two = (count: number): string => String(Math.floor(count)).padStart(2, "0");
  return `${sign}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}
