import type { ToolCall } from "@ag-ui/core";
import { isDeeperThan } from "../../codec/depth.js";
import { plainCopy } from "../../codec/plain-copy.js";
import { isArray, isObject, read } from "../../codec/safe-read.js";
import { DEFAULT_MAX_DEPTH } from "../../constants/core.js";
import { deepFreeze } from "../../tools/deep-freeze.js";
import type { ToolPreflight } from "../../tools/types.js";
import { ownMark } from "../protocol/own-mark.js";

/** How many values the mark may hold. */
const MOST_VALUES = 100_000;

/**
 * What the server says of a call that it has prepared: its mark, `metadata["ag-ui-lit"].preflight` of the call. It comes from outside:
 * what is none, is more than the page allows, or can't be read, is no mark. A frozen copy.
 *
 * @param longest how many characters its arguments may have as JSON: as many as any call's.
 */
export function preflightOf(call: ToolCall, longest: number): ToolPreflight | undefined {
  const mark = ownMark(call, "preflight");
  const given = isObject(mark) ? read(mark, "arguments") : undefined;
  if (!isObject(given) || isArray(given)) return undefined;
  try {
    const copy = plainCopy(given, "arguments", MOST_VALUES) as Record<string, unknown>;
    if (isDeeperThan(DEFAULT_MAX_DEPTH, copy) || JSON.stringify(copy).length > longest) {
      return undefined;
    }
    return Object.freeze({ arguments: deepFreeze(copy) });
  } catch {
    return undefined;
  }
}
