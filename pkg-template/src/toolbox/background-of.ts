import type { ToolMetadata } from "../tools/types.js";
import type { BackgroundProcesses } from "./background.js";

/**
 * The page's own lists of background processes, by a function of the tool: it is the same in a copy of the definition,
 * and in the registry.
 */
const lists = new WeakMap<object, BackgroundProcesses>();

interface Tool {
  readonly metadata?: Pick<ToolMetadata, "preview">;
}

/** Records the list of a tool's background processes. */
export function noteBackground({ metadata }: Tool, list: BackgroundProcesses): void {
  if (metadata?.preview) lists.set(metadata.preview, list);
}

/** The lists of some tools, each once. */
export function backgroundOf(tools: readonly Tool[]): BackgroundProcesses[] {
  const known = tools.flatMap(({ metadata }) =>
    metadata?.preview ? (lists.get(metadata.preview) ?? []) : [],
  );
  return [...new Set(known)];
}
