import type { ShownAnnotations } from "./shown-tool.js";

/**
 * What a browser with WebMCP offers, as far as it is used here.
 * @see https://webmachinelearning.github.io/webmcp/
 */
export interface ModelContext {
  registerTool(tool: ModelContextTool, options: { signal: AbortSignal }): unknown;
}

/** A tool as WebMCP takes it. */
export interface ModelContextTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: ShownAnnotations;
  execute(input: unknown, options?: { signal?: AbortSignal }): Promise<unknown>;
}

/** The browser's model context, where it has one. */
export function modelContextOf(document: Document): ModelContext | undefined {
  const holders: readonly unknown[] = [document, document.defaultView?.navigator];
  for (const holder of holders) {
    const { modelContext } = (holder ?? {}) as { modelContext?: ModelContext };
    if (typeof modelContext?.registerTool === "function") return modelContext;
  }
  return undefined;
}

/** Whether the browser makes tools of forms by itself. */
export function declaresForms(document: Document): boolean {
  const event = document.defaultView?.SubmitEvent;
  return event !== undefined && "agentInvoked" in event.prototype;
}
