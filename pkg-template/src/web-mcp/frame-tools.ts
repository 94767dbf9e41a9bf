import { messageOf } from "../codec/describe.js";
import { onAbort } from "../execution/on-abort.js";
import type { McpToolInfo } from "../mcp/tool-info.js";
import { readToolInfo } from "../mcp/tool-info.js";
import { toolName } from "../mcp/tool-names.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aFunction, anApproval, aRegistry, aSignal, listOf } from "../options/rules.js";
import { globalToolRegistry } from "../tools/global-registry.js";
import { registerEarly } from "../tools/register-early.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { ToolDefinition, ToolMetadata } from "../tools/types.js";
import { callFrameTool } from "./frame-call.js";
import { type FrameTool, type FrameToolSource, frameToolSourceOf } from "./model-context.js";

/** Options of `connectFrameTools()`: the tools of other frames, and their registry. */
export interface FrameToolsOptions {
  /** The registry of the tools. @default globalToolRegistry */
  readonly registry?: ToolRegistry;
  /** Origins whose frames are asked besides those of the page's own: `"https://maps.example"`. */
  readonly origins?: readonly string[];
  /** Whether a person is asked before one of them runs. @default "always" */
  readonly approval?: ToolMetadata["approval"];
  /** Written before each name. */
  readonly prefix?: string;
  /** Returns true for the tools to take; by default all are. `server` is the frame's origin. */
  readonly filter?: (tool: McpToolInfo) => boolean;
  /** Takes them back when it is aborted. */
  readonly signal?: AbortSignal;
}

/** The tools of other frames in a registry. */
export interface FrameTools {
  /** Whether the browser can list the tools of other frames. */
  readonly isAvailable: boolean;
  /** Resolves when those that there are have come. Never rejects. */
  readonly ready: Promise<void>;
  /** Their names in the registry. */
  readonly toolNames: readonly string[];
  /** Takes them back, and stops following the frames. */
  close(): void;
}

/** The maximum number of tools of other frames. */
const most = 1000;

/**
 * Registers the tools that other frames of the page offer by WebMCP (`document.modelContext`), and follows their
 * changes: for an agent in the page. In a browser that can't list them nothing happens.
 *
 * A frame's description of its tools is not trusted: hidden characters are removed from texts, and a person is asked
 * before a call, unless `approval` overrides that. They are not offered to the browser's agent again.
 *
 * @throws {TypeError} if an option is invalid.
 * @example
 * ```ts
 * const frames = connectFrameTools({ origins: ["https://maps.example"], prefix: "maps_" });
 * await frames.ready;
 * console.log(frames.toolNames);
 * ```
 */
export function connectFrameTools(options: FrameToolsOptions = {}): FrameTools {
  checkOptions("connectFrameTools", options, rules);
  return new ConnectedFrameTools(options);
}

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const rules: OptionRules<FrameToolsOptions> = {
  registry: aRegistry,
  origins: listOf('origins such as "https://maps.example"', isOrigin),
  approval: anApproval,
  prefix: ["letters, digits, _ and -", (value) => /^[\w-]{0,32}$/.test(String(value))],
  filter: aFunction,
  signal: aSignal,
};

class ConnectedFrameTools implements FrameTools {
  readonly ready: Promise<void>;
  readonly #options: FrameToolsOptions;
  readonly #registry: ToolRegistry;
  readonly #source: FrameToolSource | undefined;
  /** The registered tools, by the frame's description of each; `stop` removes one. */
  #taken = new Map<string, { readonly name: string; readonly stop: AbortController }>();
  readonly #warned = new Set<string>();
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: FrameToolsOptions) {
    this.#options = options;
    this.#registry = options.registry ?? globalToolRegistry;
    this.#source = typeof document === "undefined" ? undefined : frameToolSourceOf(document);
    const { signal } = options;
    if (signal?.aborted) this.#isClosed = true;
    else if (signal) onAbort(signal, () => this.close());
    this.#source?.addEventListener?.("toolchange", this.#follow);
    this.ready = this.#follow();
  }

  get isAvailable(): boolean {
    return this.#source !== undefined;
  }

  get toolNames(): readonly string[] {
    return Array.from(this.#taken.values(), ({ name }) => name);
  }

  close(): void {
    this.#isClosed = true;
    this.#source?.removeEventListener?.("toolchange", this.#follow);
    for (const { stop } of this.#taken.values()) stop.abort();
    this.#taken.clear();
  }

  /** One after the other: an answer may be overtaken by the next. */
  readonly #follow = (): Promise<void> => {
    this.#work = this.#work.then(() => this.#update());
    return this.#work;
  };

  async #update(): Promise<void> {
    if (this.#isClosed || !this.#source) return;
    try {
      const { origins = [] } = this.#options;
      const listed = await this.#source.getTools({ fromOrigins: origins });
      if (this.#isClosed) return;
      const others = Array.from(listed).filter(({ window: owner }) => owner !== window);
      await this.#take(others.slice(0, most));
    } catch (thrown) {
      this.#warn(`the browser did not list the tools of other frames: ${messageOf(thrown)}`);
    }
  }

  async #take(tools: readonly FrameTool[]): Promise<void> {
    const wanted = new Map(tools.map((tool) => [identityOf(tool), tool]));
    for (const [identity, { stop }] of this.#taken) {
      if (wanted.has(identity)) continue;
      stop.abort();
      this.#taken.delete(identity);
    }
    for (const [identity, tool] of wanted) {
      if (this.#taken.has(identity) || this.#isClosed) continue;
      try {
        await this.#register(identity, tool);
      } catch (thrown) {
        this.#warn(`a tool of the frame ${tool.origin} was not taken: ${messageOf(thrown)}`);
      }
    }
  }

  async #register(identity: string, tool: FrameTool): Promise<void> {
    const { filter, prefix = "" } = this.#options;
    const info = readToolInfo(plain(tool), tool.origin);
    if (filter && !filter(info)) return;
    const stop = new AbortController();
    const name = toolName(info.tool, prefix);
    this.#taken.set(identity, { name, stop });
    try {
      const definition = this.#definitionOf(name, tool, info);
      await registerEarly(() => this.#registry, definition, { signal: stop.signal });
    } catch (thrown) {
      this.#taken.delete(identity);
      stop.abort();
      throw thrown;
    }
  }

  #definitionOf(name: string, tool: FrameTool, info: McpToolInfo): ToolDefinition {
    const { tool: ownName, title, server, annotations, hidden, description } = info;
    const source = this.#source as FrameToolSource;
    const metadata = {
      category: "frame",
      idempotent: annotations.idempotentHint,
      approval: this.#options.approval ?? "always",
      mcp: {
        ...{ tool: ownName, server, annotations, isOfFrame: true },
        ...(title !== undefined && { title }),
        ...(hidden !== undefined && { hidden }),
      },
    };
    return {
      name,
      description: (description?.trim() || title || `The tool ${ownName} of a frame.`).slice(
        0,
        1024,
      ),
      schema: { ...(title !== undefined && { title }), ...info.inputSchema },
      metadata: metadata as ToolMetadata,
      handler: (args, context) => callFrameTool(source, tool, args, context),
    };
  }

  #warn(message: string): void {
    if (this.#warned.has(message) || this.#warned.size > 100) return;
    this.#warned.add(message);
    console.warn(`ag-ui-lit: connectFrameTools(): ${message}`);
  }
}

/** The identity of a tool: with any change of its description it is another tool. */
function identityOf(tool: FrameTool): string {
  return JSON.stringify([tool.origin, plain(tool)]);
}

/** The tool as it is read: without what belongs to the browser. */
function plain({ name, title, description, inputSchema, annotations }: FrameTool): object {
  const schema = schemaOf(inputSchema);
  return { name, ...(title && { title }), description, inputSchema: schema, annotations };
}

/** Browsers of before gave it as text. A tool without one takes nothing. */
function schemaOf(inputSchema: unknown): unknown {
  if (inputSchema === undefined || inputSchema === "") return { type: "object" };
  if (typeof inputSchema !== "string") return inputSchema;
  try {
    return JSON.parse(inputSchema);
  } catch {
    return inputSchema;
  }
}
