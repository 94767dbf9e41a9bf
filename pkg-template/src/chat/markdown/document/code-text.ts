import type { Segment } from "../source/segment.js";

/**
 * The code in the source of a unit: without the fences, and without the indentation of the first on each line.
 *
 * @param isFirst whether it is the unit with the opening fence.
 * @param isLast whether it goes to the end of the segment, where the closing fence is if there is one.
 */
export function codeText(
  segment: Segment,
  source: string,
  isFirst: boolean,
  isLast: boolean,
): string {
  if (isFirst) return "";
  const indent = segment.fence?.indent ?? 0;
  const code = isLast && segment.isClosed ? source.slice(0, source.lastIndexOf("\n") + 1) : source;
  return indent === 0 ? code : code.replace(new RegExp(`^ {1,${indent}}`, "gm"), "");
}
