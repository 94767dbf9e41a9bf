/// <reference lib="esnext.disposable" preserve="true" />

import { FreedError } from "../core/freed.js";
import { type DefinitionIssue, RawToolRegistry, type ToolStats } from "../core/raw.js";
import { requireCore } from "../core/state.js";
import { ToolDefinitionError } from "../errors/definition-error.js";
import { TypedEventTarget } from "../events/typed-event-target.js";
import { refuseUnknown } from "../options/unknown-options.js";
import { type AgUiTool, agUiToolOf } from "./ag-ui-tool.js";
import { compiledTool, defineTool } from "./define.js";
import { hasLowPrecedence } from "./precedence.js";
import type { Known } from "./result-metadata.js";
import { addStats } from "./stats.js";
import type { RegisteredTool, ToolDefinition } from "./types.js";

export type { AgUiTool };

/** A change of a registry. Dispatched after the change is visible, and not if nothing changed. */
export interface ToolRegistryChange {
  readonly action: "registered" | "unregistered" | "cleared";
  /** The tool that came or went; absent when all went. */
  readonly toolName?: string;
  /** The names there are now, in order. */
  readonly toolNames: readonly string[];
}

/** The events of a `ToolRegistry`. */
export interface ToolRegistryEventMap {
  "tool-registry-change": CustomEvent<ToolRegistryChange>;
}

/** Options of `ToolRegistry.register`. */
export interface RegisterOptions {
  /** Take the place of a tool with the same name, keeping its position. Without it a taken name is an error. */
  readonly replace?: boolean;
  /** Unregisters the tool when aborted. One that is aborted already registers nothing. */
  readonly signal?: AbortSignal;
}

/** One registration. */
export interface ToolRegistration extends Disposable {
  /** The registered tool. */
  readonly tool: RegisteredTool;
  /** Removes this registration, and never one that replaced it. Returns true if there was something to remove. */
  unregister(): boolean;
}

/**
 * The tools an agent may call, in the order of their registration.
 *
 * @example
 * ```ts
 * const registry = new ToolRegistry();
 * const registration = registry.register({
 *   name: "set_theme",
 *   description: "Switches the page between light and dark.",
 *   schema: z.object({ theme: z.enum(["light", "dark"]) }),
 *   handler: ({ theme }) => { document.documentElement.dataset.theme = theme; },
 * });
 * registration.unregister();
 * ```
 */
export class ToolRegistry extends TypedEventTarget<ToolRegistryEventMap> {
  #raw: RawToolRegistry | undefined;
  #isFreed = false;
  readonly #tools = new Map<number, RegisteredTool>();
  /** Functions that stop listening to the signals of registrations. */
  readonly #unlisten = new Map<number, () => void>();

  /**
   * Adds a tool.
   *
   * @throws {ToolDefinitionError} when the definition breaks a rule or the name is taken.
   * @throws {NotInitializedError} before the core is loaded; for a plain JSON Schema, before its module is.
   */
  register<TArgs = Record<string, unknown>>(
    definition: ToolDefinition<TArgs>,
    options: RegisterOptions = {},
  ): ToolRegistration {
    const raw = this.#core;
    refuseUnknown("register()", options, ["replace", "signal"]);
    const { replace = false, signal } = options;
    const tool = defineTool(definition);
    if (signal?.aborted) return registrationOf(tool, () => false);

    const id = this.#add(raw, tool, replace || this.#takesPlace(tool));
    const remove = (): boolean => raw.find(tool.name) === id && this.unregister(tool.name);
    if (signal) {
      signal.addEventListener("abort", remove, { once: true });
      this.#unlisten.set(id, () => signal.removeEventListener("abort", remove));
    }
    this.#announce("registered", tool.name);
    return registrationOf(tool, remove);
  }

  /** Removes the tool with a name or an id; returns true if there was one. */
  unregister(nameOrId: string): boolean {
    const tool = this.get(nameOrId);
    const key = isName(nameOrId) ? this.#core.unregister(nameOrId) : undefined;
    if (key === undefined) return false;
    this.#drop(key);
    this.#announce("unregistered", tool?.name);
    return true;
  }

  /** Removes all tools. */
  clear(): void {
    if (this.#core.clear() === 0) return;
    for (const id of [...this.#tools.keys()]) this.#drop(id);
    this.#announce("cleared");
  }

  /** The tool with a name or an id. Its name is known to the types where `ToolResultMetadata` has it. */
  get<Name extends Known>(name: Name): (RegisteredTool & { readonly name: Name }) | undefined;
  get(nameOrId: string): RegisteredTool | undefined;
  get(nameOrId: string): RegisteredTool | undefined {
    const key = this.#find(nameOrId);
    return key === undefined ? undefined : this.#tools.get(key);
  }

  /** Returns true if there is a tool with a name or an id. */
  has(nameOrId: string): boolean {
    return this.#find(nameOrId) !== undefined;
  }

  /** The names of all tools, in order. */
  get names(): string[] {
    return this.all.map((tool) => tool.name);
  }

  /** All tools, in order. */
  get all(): RegisteredTool[] {
    return this.#toolsOf(this.#core.ids());
  }

  /** The tools whose metadata names a category, in order. */
  getByCategory(category: string): RegisteredTool[] {
    return isName(category) ? this.#toolsOf(this.#core.idsInCategory(category)) : [];
  }

  /** The tools whose metadata lists a tag, in order. */
  getByTag(tag: string): RegisteredTool[] {
    return isName(tag) ? this.#toolsOf(this.#core.idsWithTag(tag)) : [];
  }

  /** The tools as an AG-UI request lists them: plain data, without `$schema`, which some backends refuse. */
  toAgUiTools(): AgUiTool[] {
    return this.all.map(agUiToolOf);
  }

  /** The outcomes of a tool's executions since it was registered; `undefined` for an unknown name or id. */
  stats(nameOrId: string): ToolStats | undefined {
    const tool = this.get(nameOrId);
    const own = tool && this.#core.stats(nameOrId);
    if (!own) return undefined;
    return compiledTool(tool).statsElsewhere.reduce((sum, other) => addStats(sum, other()), own);
  }

  /** The outcomes of every tool's executions, by name. */
  allStats(): Record<string, ToolStats> {
    return Object.fromEntries(this.names.map((name) => [name, this.stats(name) as ToolStats]));
  }

  /**
   * Gives the core's memory back at once; the registry can't be used afterwards. A registry that is simply let go of
   * is collected with everything it holds.
   */
  free(): void {
    for (const id of [...this.#tools.keys()]) this.#drop(id);
    const raw = this.#raw;
    this.#raw = undefined;
    this.#isFreed = true;
    raw?.free();
  }

  /** The same as `free()`: for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }

  get #core(): RawToolRegistry {
    if (this.#isFreed) throw new FreedError("ToolRegistry");
    if (!this.#raw) {
      requireCore("A ToolRegistry");
      this.#raw = new RawToolRegistry();
    }
    return this.#raw;
  }

  #add(raw: RawToolRegistry, tool: RegisteredTool, replace: boolean): number {
    const replaced = raw.find(tool.name);
    const id = raw.register(compiledTool(tool).raw, replace);
    if (id === undefined) throw new ToolDefinitionError(tool.name, this.#conflicts(tool, replace));
    if (replaced !== undefined) this.#drop(replaced);
    this.#tools.set(id, tool);
    return id;
  }

  /** The reason why a tool can't be registered: another tool has its name or its id. */
  #conflicts({ name, id }: RegisteredTool, replace: boolean): DefinitionIssue[] {
    const issues: DefinitionIssue[] = [];
    const ofName = this.get(name);
    if (ofName && ofName.name !== name) {
      issues.push({ path: ["name"], message: `is the id of the tool "${ofName.name}"` });
    } else if (ofName && !replace) issues.push(nameIsTaken);
    const ofId = id === undefined ? undefined : this.get(id);
    if (ofId && ofId.name !== name) {
      const what = ofId.id === id ? "id" : "name";
      issues.push({ path: ["id"], message: `is the ${what} of the tool "${ofId.name}"` });
    }
    return issues;
  }

  /** Returns true if a tool of lower precedence, such as a form of the page, has the name. */
  #takesPlace(tool: RegisteredTool): boolean {
    const held = this.get(tool.name);
    return held !== undefined && hasLowPrecedence(held) && !hasLowPrecedence(tool);
  }

  #find(nameOrId: string): number | undefined {
    return isName(nameOrId) ? this.#core.find(nameOrId) : undefined;
  }

  #drop(id: number): void {
    this.#tools.delete(id);
    this.#unlisten.get(id)?.();
    this.#unlisten.delete(id);
  }

  #toolsOf(ids: Uint32Array): RegisteredTool[] {
    return Array.from(ids, (id) => this.#tools.get(id) as RegisteredTool);
  }

  #announce(action: ToolRegistryChange["action"], toolName?: string): void {
    const detail: ToolRegistryChange = {
      action,
      toolNames: this.names,
      ...(toolName !== undefined && { toolName }),
    };
    this.dispatchEvent(new CustomEvent("tool-registry-change", { detail }));
  }
}

const nameIsTaken: DefinitionIssue = {
  path: ["name"],
  message:
    "is already registered: unregister that tool first, or pass { replace: true } to take its place",
};

/** The core takes strings and nothing else; nothing else names a tool. */
function isName(name: unknown): name is string {
  return typeof name === "string";
}

function registrationOf(tool: RegisteredTool, unregister: () => boolean): ToolRegistration {
  return {
    tool,
    unregister,
    [Symbol.dispose ?? Symbol("dispose")]: unregister,
  } as ToolRegistration;
}
