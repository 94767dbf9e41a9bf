const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** The formats of a language, which are slow to make. */
class Formats {
  readonly relative: Intl.RelativeTimeFormat;
  readonly date: Intl.DateTimeFormat;
  readonly full: Intl.DateTimeFormat;

  constructor(locale: string) {
    this.relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
    this.date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
    this.full = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
  }
}

const formats = new Map<string, Formats>();

function formatsOf(locale: string): Formats {
  const known = formats.get(locale) ?? new Formats(locale);
  formats.set(locale, known);
  return known;
}

/** A time of the past for people: `now`, `5 minutes ago`, `yesterday`; from a week on, the date. A later time counts as now. */
export function relativeTime(at: number, now: number, locale: string): string {
  const { relative, date } = formatsOf(locale);
  const passed = Math.max(0, now - at);
  if (passed < MINUTE) return relative.format(0, "second");
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), "minute");
  if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), "hour");
  if (passed < 7 * DAY) return relative.format(-Math.floor(passed / DAY), "day");
  return isDate(at) ? date.format(at) : "";
}

/** A time in full. */
export function fullTime(at: number, locale: string): string {
  return isDate(at) ? formatsOf(locale).full.format(at) : "";
}

/** The range of times that a date can have. */
const isDate = (at: number): boolean => Math.abs(at) <= 8.64e15;
