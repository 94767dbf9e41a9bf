/** The parts of an element, with descriptions: for `::part()` and `exportparts`. */
export type Parts = Readonly<Record<string, string>>;

/** Parts under the name of the element that they are in, which keeps them apart from those of the element around it. */
export function prefixedParts(prefix: string, parts: Parts): Parts {
  return Object.fromEntries(
    Object.entries(parts).map(([name, text]) => [prefixedName(prefix, name), text]),
  );
}

/** The value of `exportparts` that forwards parts under a prefix. */
export function forwardedParts(prefix: string, parts: Parts): string {
  return Object.keys(parts)
    .map((name) => `${name}: ${prefixedName(prefix, name)}`)
    .join(", ");
}

const prefixedName = (prefix: string, name: string): string =>
  name === prefix || name.startsWith(`${prefix}-`) ? name : `${prefix}-${name}`;
