import remend from "remend";

/** A longer source is shown as it is until more of it has come. */
const LONGEST = 4_000;

/**
 * The source of a block that is not complete, as it would be if what has begun in it had ended: `**bold` is bold while it is
 * written. It is only shown until more comes, so that nothing depends on it later.
 */
export function heal(source: string): string {
  if (source.length > LONGEST) return source;
  try {
    return remend(source, { linkMode: "text-only", htmlTags: false, comparisonOperators: false });
  } catch {
    return source;
  }
}
