import { messageOf } from "../codec/describe.js";
import { WorkSlice } from "../element/scheduling/yield-to-page.js";
import { ToolDefinitionError } from "../errors/definition-error.js";
import type { ToolRegistration } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";
import { visibleText } from "../visible-text/visible-text.js";
import type { McpCallHost } from "./call.js";
import type { ChosenTools } from "./chosen-tools.js";
import { McpToolError } from "./errors.js";
import type { McpSettings } from "./options.js";
import { checkOf } from "./output-schema.js";
import { definitionOf } from "./tool-definition.js";
import type { McpToolInfo } from "./tool-info.js";
import { toolName } from "./tool-names.js";

/** A server's tool that is registered. */
export interface McpTool extends McpToolInfo {
  /** Its name in the registry. */
  readonly name: string;
  /** The tool as it is registered. */
  readonly registered: RegisteredTool;
}

/** An entry of a server's list that was rejected. */
export interface McpRejection {
  /** The server's name of the tool; absent where it is about the list itself. */
  readonly tool?: string;
  /** The name it would have had in the registry, where there is one. */
  readonly name?: string;
  /** The reason. */
  readonly error: Error;
}

/** A change of a connection's tools: their names in the registry. */
export interface McpToolsChange {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** The names there are now, in the server's order. */
  readonly toolNames: readonly string[];
}

/** The maximum number of kept rejections; a last one has the number of the others. */
const MOST_REJECTIONS = 100;

interface Entry extends McpTool {
  /** The server's description of it, for detecting changes. */
  readonly said: string;
  readonly registration: ToolRegistration;
}

interface Wanted {
  readonly name: string;
  readonly info: McpToolInfo;
  readonly said: string;
  readonly index: number;
}

/** Callbacks of a connection's tools. */
export interface ToolSetEvents {
  /** Tools came, changed or left. */
  changed(change: McpToolsChange): void;
  /** An entry of the server's list did not become a tool. */
  rejected(rejection: McpRejection): void;
}

/** The tools of one connection in its registry. */
export class ToolSet {
  readonly #settings: McpSettings;
  readonly #host: McpCallHost;
  readonly #events: ToolSetEvents;
  #entries = new Map<string, Entry>();
  #rejected: McpRejection[] = [];
  /** Incremented when all tools leave, so that an update notices if a listener of the page caused that. */
  #clearings = 0;

  /** @param host executes the calls of the tools. */
  constructor(settings: McpSettings, host: McpCallHost, events: ToolSetEvents) {
    this.#settings = settings;
    this.#host = host;
    this.#events = events;
  }

  /** Those in the registry: the page may have taken some away, or put others in their place. */
  get tools(): readonly McpTool[] {
    const there = [...this.#entries.values()].filter((entry) => this.#isThere(entry));
    return there.map(({ said, registration, ...tool }) => tool);
  }

  get names(): readonly string[] {
    return this.tools.map(({ name }) => name);
  }

  /** Returns true if a tool would be registered once that name, or any, became free. */
  isWaitingFor(name: string | undefined): boolean {
    return this.#rejected.some(
      (one) => one.error instanceof NameTakenError && (name ?? one.name) === one.name,
    );
  }

  get rejected(): readonly McpRejection[] {
    return this.#rejected;
  }

  /**
   * Registers the tools that the server lists, in turns with the page, and reports the changes and new rejections. One
   * at a time; never rejects.
   */
  async update(list: ChosenTools, server: string): Promise<void> {
    /** By the place in the list, of which each tool has one. */
    const rejections: McpRejection[] = [];
    const wanted = this.#wanted(list, server, rejections);
    const clearings = this.#clearings;
    const [added, changed, removed]: [string[], string[], string[]] = [[], [], []];
    for (const [name, entry] of [...this.#entries]) {
      if (!wanted.has(name) && this.#remove(entry)) removed.push(name);
    }
    const entries = new Map<string, Entry>();
    const slice = new WorkSlice();
    for (const one of wanted.values()) {
      if (slice.isDue) await slice.yield();
      if (clearings !== this.#clearings) break;
      const before = this.#entries.get(one.name);
      // A tool that the page has removed stays removed, however the server changes it.
      if (before && (before.said === one.said || !this.#isThere(before))) {
        entries.set(one.name, before);
        continue;
      }
      const outcome = this.#register(one, before);
      if (clearings !== this.#clearings) {
        if (!("error" in outcome)) outcome.registration.unregister();
      } else if ("error" in outcome) {
        rejections[one.index] = outcome;
        if (before && this.#remove(before)) removed.push(one.name);
      } else {
        this.#entries.set(one.name, outcome);
        entries.set(one.name, outcome);
        (before ? changed : added).push(one.name);
      }
    }
    slice.end();
    const isCleared = clearings !== this.#clearings;
    if (!isCleared) this.#entries = entries;
    const rejected = this.#remember(rejections.filter((one) => one !== undefined));
    // If all tools have left meanwhile, that was reported.
    if (!isCleared) this.#report({ added, changed, removed });
    for (const one of rejected) this.#events.rejected(one);
  }

  /** Takes all tools away, and reports it. */
  clear(): void {
    this.#clearings += 1;
    const entries = [...this.#entries.values()];
    this.#entries = new Map();
    const gone = entries.filter(({ registration }) => unregister(registration));
    this.#report({ added: [], changed: [], removed: gone.map(({ name }) => name) });
  }

  #report(change: Omit<McpToolsChange, "toolNames">): void {
    const { added, changed, removed } = change;
    if (added.length + changed.length + removed.length === 0) return;
    this.#events.changed({ ...change, toolNames: this.names });
  }

  /** The listed tools by their names in the registry. */
  #wanted(list: ChosenTools, server: string, rejections: McpRejection[]): Map<string, Wanted> {
    const wanted = new Map<string, Wanted>();
    list.tools.forEach((one, index) => {
      if (one === undefined) return;
      if ("error" in one) {
        rejections[index] = one;
        return;
      }
      const { info, said } = one;
      const name = toolName(info.tool, this.#settings.prefix);
      const other = wanted.get(name);
      if (!other) wanted.set(name, { name, info, said, index });
      else {
        const error = taken(name, other.info.tool, info.tool);
        rejections[index] = { tool: visibleText(info.tool), error, name };
      }
    });
    if (list.cut !== undefined) {
      const error = new McpToolError(`The MCP server ${server}: ${list.cut}.`);
      rejections[list.tools.length] = { error };
    }
    return wanted;
  }

  #register(
    { name, info, said }: Wanted,
    before: Entry | undefined,
  ): Entry | Required<McpRejection> {
    const { registry } = this.#settings;
    try {
      const check = info.outputSchema && checkOf(info.outputSchema);
      const definition = definitionOf(name, info, check, this.#settings, this.#host);
      const registration = registry.register(definition, { replace: before !== undefined });
      if (info.hidden !== undefined) warnOfHidden(info, info.hidden);
      return { ...info, name, registered: registration.tool, said, registration };
    } catch (thrown) {
      return { tool: visibleText(info.tool), name, error: errorOf(thrown, name) };
    }
  }

  #isThere({ name, registered }: Entry): boolean {
    try {
      return this.#settings.registry.get(name) === registered;
    } catch {
      // The page has freed its registry.
      return false;
    }
  }

  #remove({ name, registration }: Entry): boolean {
    this.#entries.delete(name);
    return unregister(registration);
  }

  /** Remembers rejections. Returns the new ones. */
  #remember(rejections: McpRejection[]): McpRejection[] {
    const more = rejections.length - MOST_REJECTIONS;
    const kept = rejections.slice(0, MOST_REJECTIONS);
    if (more > 0) kept.push({ error: new McpToolError(`and ${more} more tools`) });
    const known = new Set(this.#rejected.map(keyOf));
    this.#rejected = kept;
    return kept.filter((one) => !known.has(keyOf(one)));
  }
}

/** The name of a tool is another tool's in the registry. */
class NameTakenError extends McpToolError {}

function errorOf(thrown: unknown, name: string): Error {
  if (!(thrown instanceof Error)) return new McpToolError(messageOf(thrown));
  const isTaken =
    thrown instanceof ToolDefinitionError &&
    thrown.issues.every(
      ({ path, message }) => path[0] === "name" && message.startsWith("is already"),
    );
  if (!isTaken) return thrown;
  return new NameTakenError(
    `the name "${name}" is taken by another tool of the registry: give this connection a prefix`,
    { cause: thrown },
  );
}

function warnOfHidden({ tool, server }: McpToolInfo, hidden: string): void {
  console.warn(
    `ag-ui-lit/mcp: the MCP server ${server} hides characters in what it says of its tool ${visibleText(tool)}: ${hidden}. They were left out.`,
  );
}

function keyOf({ tool, error }: McpRejection): string {
  return `${tool ?? ""}\n${error.message}`;
}

function taken(name: string, first: string, second: string): McpToolError {
  const why =
    first === second
      ? "the server lists it twice"
      : `the server's tool "${visibleText(first)}" becomes it, too`;
  return new McpToolError(`the name "${name}" is taken: ${why}`);
}

/** A registry that the page has freed has no tools. */
function unregister(registration: ToolRegistration): boolean {
  try {
    return registration.unregister();
  } catch {
    return false;
  }
}
