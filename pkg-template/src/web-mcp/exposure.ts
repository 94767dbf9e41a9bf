import { messageOf } from "../codec/describe.js";
import { givesWay } from "../tools/giving-way.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";
import { type BrowserCall, runBrowserCall } from "./browser-call.js";
import { declaresForms, type ModelContext, modelContextOf } from "./model-context.js";

/** Whose manager runs the tools, and who asks the user: looked up at each call. */
export interface ExposureOwner extends Pick<BrowserCall, "registry" | "manager" | "approvals"> {
  /** Says which forms are its tools: another element may have put more of them into the registry. */
  readonly forms: { offers(tool: RegisteredTool): boolean };
}

/** A registry whose tools are the browser's too, as long as they are registered. */
class Exposure {
  #owner: ExposureOwner;
  readonly #registry: ToolRegistry;
  readonly #context: ModelContext;
  readonly #skipsForms: boolean;
  /** Aborting one takes the tool back. */
  readonly #exposed = new Map<RegisteredTool, AbortController>();
  /** What the browser said, so that it is reported once. */
  readonly #reported = new Set<string>();

  constructor(
    registry: ToolRegistry,
    owner: ExposureOwner,
    context: ModelContext,
    skipsForms: boolean,
  ) {
    this.#owner = owner;
    this.#registry = registry;
    this.#context = context;
    this.#skipsForms = skipsForms;
    registry.addEventListener("tool-registry-change", this.#sync);
    this.#sync();
  }

  /** Serves an owner, perhaps another one, or one that says otherwise which forms are its tools. */
  follow(owner: ExposureOwner): void {
    this.#owner = owner;
    this.#sync();
  }

  close(): void {
    this.#registry.removeEventListener("tool-registry-change", this.#sync);
    for (const stop of this.#exposed.values()) stop.abort();
    this.#exposed.clear();
  }

  readonly #sync = (): void => {
    const present = toolsOf(this.#registry);
    // First what is gone: another tool may have its name.
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
    return !(this.#skipsForms && givesWay(tool)) && this.#owner.forms.offers(tool);
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
        runBrowserCall({ ...ownerNow(this.#owner), tool, input, signal: options?.signal });
      const shown = { name, description, inputSchema, execute };
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

type Served = Pick<ExposureOwner, "registry" | "manager" | "approvals">;

function ownerNow({ registry, manager, approvals }: ExposureOwner): Served {
  return { registry, manager, approvals };
}

/** A registry that was freed has none left. */
function toolsOf(registry: ToolRegistry): Set<RegisteredTool> {
  try {
    return new Set(registry.all);
  } catch {
    return new Set();
  }
}

/** The registries that a document's elements expose, each once. */
export class Exposures {
  readonly #document: Document;
  readonly #exposures = new Map<ToolRegistry, Exposure>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Exposes these registries and no others. Without WebMCP in the browser it does nothing. Needs the core. */
  sync(wanted: ReadonlyMap<ToolRegistry, ExposureOwner>): void {
    for (const [registry, exposure] of this.#exposures) {
      const owner = wanted.get(registry);
      if (owner) exposure.follow(owner);
      else {
        exposure.close();
        this.#exposures.delete(registry);
      }
    }
    const context = wanted.size > 0 ? modelContextOf(this.#document) : undefined;
    if (!context) return;
    for (const [registry, owner] of wanted) {
      if (this.#exposures.has(registry)) continue;
      const skipsForms = declaresForms(this.#document);
      this.#exposures.set(registry, new Exposure(registry, owner, context, skipsForms));
    }
  }
}
