import { messageOf } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import type { FeatureHost } from "../element/page/feature.js";
import { executionModeOf } from "../tools/execution-mode.js";
import { hasLowPrecedence } from "../tools/precedence.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";
import { runBrowserCall } from "./browser-call.js";
import type { ModelContext } from "./model-context.js";
import { shownBeside } from "./shown-tool.js";

/** The elements that expose a registry. The first one's manager runs the tools, and it asks the user. */
export type ExposingElements = readonly [FeatureHost, ...FeatureHost[]];

/** Offers the tools of a registry to the browser, for as long as they are registered. */
export class Exposure {
  #hosts: ExposingElements;
  readonly #registry: ToolRegistry;
  readonly #context: ModelContext;
  readonly #skipsForms: boolean;
  /** Aborting one takes the tool back. */
  readonly #exposed = new Map<RegisteredTool, AbortController>();
  /** The browser's messages that were reported, so that each is reported once. */
  readonly #reported = new Set<string>();

  constructor(
    registry: ToolRegistry,
    hosts: ExposingElements,
    context: ModelContext,
    skipsForms: boolean,
  ) {
    this.#hosts = hosts;
    this.#registry = registry;
    this.#context = context;
    this.#skipsForms = skipsForms;
    registry.addEventListener("tool-registry-change", this.#sync);
    this.#sync();
  }

  /** Serves these elements, perhaps others, or such as offer other tools now. */
  follow(hosts: ExposingElements): void {
    this.#hosts = hosts;
    this.#sync();
  }

  close(): void {
    this.#registry.removeEventListener("tool-registry-change", this.#sync);
    for (const stop of this.#exposed.values()) stop.abort();
    this.#exposed.clear();
  }

  readonly #sync = (): void => {
    const present = toolsOf(this.#registry);
    // Removed tools first: another tool may have the name.
    for (const [tool, stop] of this.#exposed) {
      if (present.has(tool) && this.#isShown(tool)) continue;
      this.#exposed.delete(tool);
      stop.abort();
    }
    for (const tool of present) {
      if (!this.#exposed.has(tool) && this.#isShown(tool)) this.#expose(tool);
    }
  };

  #isShown(tool: RegisteredTool): boolean {
    if (this.#skipsForms && hasLowPrecedence(tool)) return false;
    // The tool of a frame is offered by that frame.
    if (isOfFrame(tool)) return false;
    // The browser's agent knows no server that could run or prepare a call.
    if (executionModeOf(tool) !== "client") return false;
    // Content of the page may have brought one of them.
    return this.#hosts.every((host) => host.offers(tool));
  }

  #expose(tool: RegisteredTool): void {
    const stop = new AbortController();
    this.#exposed.set(tool, stop);
    const refuse = (reason: unknown): void => {
      if (!stop.signal.aborted) this.#report(tool, reason);
    };
    try {
      const { name, description, parameters } = tool;
      const inputSchema = structuredClone(parameters);
      const execute = (input: unknown, options?: { signal?: AbortSignal }): Promise<unknown> =>
        runBrowserCall({ ...servedBy(this.#hosts[0]), tool, input, signal: options?.signal });
      const shown = { name, ...shownBeside(tool), description, inputSchema, execute };
      // Older browsers answer at once, newer ones with a promise.
      const registered = this.#context.registerTool(shown, { signal: stop.signal });
      Promise.resolve(registered).catch(refuse);
    } catch (thrown) {
      refuse(thrown);
    }
  }

  #report(tool: RegisteredTool, reason: unknown): void {
    const message = `<ag-ui-agent expose-webmcp>: the browser did not take the tool "${tool.name}": ${messageOf(reason)}`;
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    console.warn(message);
  }
}

/** Returns true if `connectFrameTools()` registered it. */
function isOfFrame({ metadata }: RegisteredTool): boolean {
  const mcp = read(metadata, "mcp");
  return isObject(mcp) && read(mcp, "isOfFrame") === true;
}

/** The element's current dependencies: they may be others at each call. */
function servedBy({ registry, manager, approvals, calls }: FeatureHost) {
  return { registry, manager, approvals, steps: calls };
}

/** A registry that was freed has none left. */
function toolsOf(registry: ToolRegistry): Set<RegisteredTool> {
  try {
    return new Set(registry.all);
  } catch {
    return new Set();
  }
}
