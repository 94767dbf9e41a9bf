import type { ShownAnnotations } from "./shown-tool.js";

/**
 * The used parts of WebMCP in a browser.
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

/** Returns true if the browser itself makes tools of forms. */
export function declaresForms(document: Document): boolean {
  const event = document.defaultView?.SubmitEvent;
  return event !== undefined && "agentInvoked" in event.prototype;
}

/** A tool of some frame, as a browser lists it. All of it is the frame's word. */
export interface FrameTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema?: unknown;
  readonly annotations?: unknown;
  readonly origin: string;
  readonly window?: unknown;
}

/** The interface of a browser that lists the tools of other frames. */
export interface FrameToolSource extends Partial<EventTarget> {
  getTools(options: { readonly fromOrigins: readonly string[] }): Promise<Iterable<FrameTool>>;
  executeTool(
    tool: FrameTool,
    input: object,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown>;
}

/** The browser's list of the tools of other frames, where it has one. */
export function frameToolSourceOf(document: Document): FrameToolSource | undefined {
  const { modelContext } = document as { modelContext?: Partial<FrameToolSource> };
  const methods = [modelContext?.getTools, modelContext?.executeTool];
  return methods.every((method) => typeof method === "function")
    ? (modelContext as FrameToolSource)
    : undefined;
}
