import type { ToolDefinitionError } from "../errors/definition-error.js";
import { asMethod } from "./callable.js";
import { isFirstToServe } from "./copies.js";
import { unregisterEarly, whenUsable } from "./register-early.js";
import type { ToolRegistry } from "./registry.js";
import { idOf, nameOf, rejectTool } from "./reject-tool.js";
import type { RegisteredTool, ToolDefinition } from "./types.js";

/** The events by which any script of a page registers tools without importing anything. Dispatch them on `document`. */
export interface AgUiDocumentEventMap {
  /** Registers a tool with every connected `<ag-ui-agent>`. */
  "ag-ui-tool-register": CustomEvent<ToolDefinition<never>>;
  /** Removes the tool with a name or an id. */
  "ag-ui-tool-unregister": CustomEvent<string>;
  /** Raised when a tool that an event wanted to register was refused. */
  "ag-ui-tool-rejected": CustomEvent<{
    readonly name: string | undefined;
    readonly error: ToolDefinitionError;
  }>;
}

declare global {
  interface DocumentEventMap extends AgUiDocumentEventMap {}
}

/** An element whose registry document events reach. */
export interface DocumentToolsTarget {
  readonly registry: ToolRegistry;
}

const targets = new Map<Document, Set<DocumentToolsTarget>>();

/** Listens to the document's events for an element. */
export function connectDocumentTools(document: Document, target: DocumentToolsTarget): void {
  const known = targets.get(document) ?? new Set();
  if (known.size === 0) {
    targets.set(document, known);
    for (const [type, listener] of listeners) document.addEventListener(type, listener);
  }
  known.add(target);
}

/** Stops hearing for an element. */
export function disconnectDocumentTools(document: Document, target: DocumentToolsTarget): void {
  const known = targets.get(document);
  known?.delete(target);
  if (known?.size !== 0) return;
  targets.delete(document);
  for (const [type, listener] of listeners) document.removeEventListener(type, listener);
}

const listeners: readonly [string, (event: Event) => void][] = [
  ["ag-ui-tool-register", (event) => register(event, (detail) => detail)],
  // The event of the sample this element grew out of: a zod schema in `parameters`, and a second one replaces.
  ["define-tool", (event) => register(event, fromDefineTool, defined)],
  ["ag-ui-tool-unregister", (event) => unregister(event)],
];

/** The registrations of `define-tool`, the only ones that it may replace. */
const defined = new WeakSet<RegisteredTool>();

function isAmong(
  tools: WeakSet<RegisteredTool> | undefined,
  registry: ToolRegistry,
  name: string | undefined,
): boolean {
  const held = name === undefined ? undefined : registry.get(name);
  return held !== undefined && tools?.has(held) === true;
}

/**
 * The registries of all connected elements, each once: elements often share one, and elements of another copy of
 * ag-ui-lit get the same event.
 */
function registriesOf(event: Event): ToolRegistry[] {
  const known = targets.get(event.currentTarget as Document) ?? [];
  const registries = Array.from(known, (target) => target.registry);
  return registries.filter((registry) => isFirstToServe(event, registry));
}

function register(
  event: Event,
  definitionOf: (detail: unknown) => unknown,
  replaceable?: WeakSet<RegisteredTool>,
): void {
  const document = event.currentTarget as Document;
  const detail = detailOf(event);
  const fail = (thrown: unknown): void => void rejectTool(document, detail, thrown);
  for (const registry of registriesOf(event)) {
    let definition: ToolDefinition;
    try {
      definition = definitionOf(detail) as ToolDefinition;
    } catch (thrown) {
      fail(thrown);
      continue;
    }
    const work = (): void => {
      try {
        const replace = isAmong(replaceable, registry, nameOf(definition));
        const { tool } = registry.register(definition, { replace });
        replaceable?.add(tool);
      } catch (thrown) {
        fail(thrown);
      }
    };
    whenUsable({ registry: () => registry, work, definition, fail });
  }
}

function unregister(event: Event): void {
  const detail = detailOf(event);
  const name = typeof detail === "string" ? detail : (nameOf(detail) ?? idOf(detail));
  if (name === undefined) return;
  for (const registry of registriesOf(event)) {
    if (unregisterEarly(() => registry, name)) continue;
    whenUsable({ registry: () => registry, work: () => void registry.unregister(name) });
  }
}

function detailOf(event: Event): unknown {
  return (event as CustomEvent<unknown>).detail;
}

/** Not a copy: an instance of a class keeps its methods, and they their `this`. */
function fromDefineTool(detail: unknown): unknown {
  if (typeof detail !== "object" || detail === null || hasSchema(detail)) return detail;
  const { name, id, description, parameters, handler, metadata } =
    detail as Partial<ToolDefinition>;
  return {
    name,
    id,
    description,
    schema: parameters,
    handler: asMethod(detail, handler),
    metadata,
  };
}

function hasSchema(detail: { schema?: unknown }): boolean {
  return "schema" in detail && detail.schema !== undefined;
}
