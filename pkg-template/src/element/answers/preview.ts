import { describe } from "../../codec/describe.js";
import { isObject } from "../../codec/safe-read.js";
import { truncate } from "../../codec/truncate.js";
import { late, race } from "../../execution/race.js";
import { ownerOf } from "../../tools/metadata.js";
import type { RegisteredTool, ToolPreview } from "../../tools/types.js";
import { visibleText } from "../../visible-text/visible-text.js";

/** How long a tool may take to say what a call would do, in milliseconds. */
const previewTimeoutMs = 10_000;

/** The longest text of a preview, in UTF-16 units. */
const maxLength = 100_000;

/** Asks the tool what a call would do. Never rejects: what it does not say, the person sees by the arguments. */
export async function previewOf(
  tool: RegisteredTool,
  args: unknown,
): Promise<ToolPreview | undefined> {
  const { preview } = tool.metadata;
  if (typeof preview !== "function") return undefined;
  const nothing = (why: string, ...cause: unknown[]): undefined => {
    console.warn(`<ag-ui-agent>: the preview of ${tool.name} ${why}; there is none.`, ...cause);
  };
  try {
    const ask = (): unknown => Reflect.apply(preview, ownerOf(tool.metadata), [args]);
    const said = await race(ask, { timeout: previewTimeoutMs });
    if (said === late) return nothing(`has not come within ${previewTimeoutMs / 1000} s`);
    return said === undefined || said === null
      ? undefined
      : (read(said) ?? nothing(`is ${describe(said)}, and none of the kinds text and diff`));
  } catch (thrown) {
    return nothing("failed", thrown);
  }
}

/** A copy of what a tool said, if it is a preview: what can't be seen in it has its name in its place. */
function read(said: unknown): ToolPreview | undefined {
  if (!isObject(said)) return undefined;
  const { kind, text, path, diff } = said as Record<string, unknown>;
  if (kind === "text" && typeof text === "string") {
    return Object.freeze({ kind, text: shown(text) });
  }
  if (kind === "diff" && typeof path === "string" && typeof diff === "string") {
    return Object.freeze({
      kind,
      path: shown(path),
      diff: shown(diff),
    });
  }
  return undefined;
}

function shown(text: string): string {
  // Cut first: marks are longer than what they stand for.
  return truncate(visibleText(truncate(text, maxLength)), 2 * maxLength);
}
