import { whenReady } from "../core/state.js";
import type { ToolDefinitionError } from "../tools/definition-error.js";
import { registerWhenReady } from "../tools/register-when-ready.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool, ToolDefinition } from "../tools/types.js";
import { nameOf, rejectTool } from "./reject-tool.js";

/** The events by which any script of a page registers tools without importing anything. Dispatch them on `document`. */
export interface AgUiDocumentEventMap {
  /** Registers a tool with every connected `<ag-ui-agent>`. */
  "ag-ui-tool-register": CustomEvent<ToolDefinition<never>>;
  /** Removes the tool with a name. */
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

/** Begins to hear the document's events for an element. */
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
  ["ag-ui-tool-register", (event) => void register(event, (detail) => detail)],
  // The event of the sample this element grew out of: a zod schema in `parameters`, and a second one replaces.
  ["define-tool", (event) => void register(event, fromDefineTool, defined)],
  ["ag-ui-tool-unregister", (event) => void unregister(event)],
];

/** What `define-tool` registered: all that it may replace. */
const defined = new WeakSet<RegisteredTool>();

function isAmong(
  tools: WeakSet<RegisteredTool> | undefined,
  registry: ToolRegistry,
  name: string | undefined,
): boolean {
  const held = name === undefined ? undefined : registry.get(name);
  return held !== undefined && tools?.has(held) === true;
}

/** The registries of all connected elements, each once: elements often share one. */
function registriesOf(event: Event): Set<ToolRegistry> {
  const known = targets.get(event.currentTarget as Document) ?? [];
  return new Set(Array.from(known, (target) => target.registry));
}

async function register(
  event: Event,
  definitionOf: (detail: unknown) => unknown,
  replaceable?: WeakSet<RegisteredTool>,
): Promise<void> {
  const document = event.currentTarget as Document;
  const detail = detailOf(event);
  const registries = registriesOf(event);
  await inOrder(async () => {
    for (const registry of registries) {
      try {
        const definition = definitionOf(detail) as ToolDefinition;
        const options = {
          // Read when it is registered: until then another may have taken the name.
          get replace() {
            return isAmong(replaceable, registry, nameOf(definition));
          },
        };
        const { tool } = await registerWhenReady(() => registry, definition, options);
        replaceable?.add(tool);
      } catch (thrown) {
        rejectTool(document, detail, thrown);
      }
    }
  });
}

/** One event after the other: until the core is loaded, all wait. */
let last: Promise<void> = whenReady;

function inOrder(work: () => Promise<void> | void): Promise<void> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

async function unregister(event: Event): Promise<void> {
  const registries = registriesOf(event);
  const detail = detailOf(event);
  const name = typeof detail === "string" ? detail : nameOf(detail);
  await inOrder(() => {
    for (const registry of registries) if (name !== undefined) registry.unregister(name);
  });
}

function detailOf(event: Event): unknown {
  return (event as CustomEvent<unknown>).detail;
}

function fromDefineTool(detail: unknown): unknown {
  if (typeof detail !== "object" || detail === null || "schema" in detail) return detail;
  const { parameters, ...rest } = detail as { parameters?: unknown };
  return { ...rest, schema: parameters };
}
