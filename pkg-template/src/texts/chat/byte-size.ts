const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A number of bytes for people, in decimal units: `1.4 MB`. */
export function byteSize(bytes: number, locale: string): string {
  let [size, unit] = [bytes, 0];
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[unit] ?? "byte",
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: size < 10 && unit > 1 ? 1 : 0,
  }).format(size);
}
