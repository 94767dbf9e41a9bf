import { OfferedTools } from "../../calls/offered-tools.js";
import { CallSteps } from "../../execution/call-steps.js";
import { ToolExecutionManager } from "../../execution/manager.js";
import { ContextValue } from "../../lit/context-value.js";
import { managerContext, registryContext } from "../../lit/contexts.js";
import { connectDocumentTools, disconnectDocumentTools } from "../../tools/document-tools.js";
import { globalToolRegistry } from "../../tools/global-registry.js";
import type { ToolRegistry } from "../../tools/registry.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { Approvals } from "../answers/approval.js";
import { objectWith } from "./element-properties.js";
import type { ElementFeature, FeatureHost } from "./feature.js";

/** The features of an element, by what they are called. */
export type Features = Readonly<Record<string, ElementFeature>>;

/** The tools of an element: where they are registered, what runs them, and what its features add or leave out. */
export class ElementTools<Own extends Features> implements FeatureHost {
  readonly approvals: Approvals;
  readonly calls = new CallSteps();
  readonly features: Own;
  #registry: ToolRegistry | undefined;
  #manager: ToolExecutionManager | undefined;
  #ownManager: ToolExecutionManager | undefined;
  readonly #providedRegistry: ContextValue<ToolRegistry>;
  readonly #providedManager: ContextValue<ToolExecutionManager>;
  #document: Document | undefined;

  constructor(element: HTMLElement, approvals: Approvals, featuresOf: (host: FeatureHost) => Own) {
    this.approvals = approvals;
    this.#providedRegistry = new ContextValue(element, registryContext, () => this.changed());
    this.#providedManager = new ContextValue(element, managerContext, () => {});
    this.features = featuresOf(this);
  }

  get registry(): ToolRegistry {
    return this.#registry ?? this.#providedRegistry.value ?? globalToolRegistry;
  }

  set registry(registry: ToolRegistry | null | undefined) {
    const must = "registry must be a ToolRegistry";
    this.#registry = objectWith(["get", "toAgUiTools"], registry, must);
    this.changed();
  }

  get manager(): ToolExecutionManager {
    const given = this.#manager ?? this.#providedManager.value;
    if (given) return given;
    this.#ownManager ??= new ToolExecutionManager();
    return this.#ownManager;
  }

  set manager(manager: ToolExecutionManager | null | undefined) {
    const must = "manager must be a ToolExecutionManager";
    this.#manager = objectWith(["execute", "check"], manager, must);
  }

  readonly offers = (tool: RegisteredTool): boolean =>
    Object.values(this.features).every((feature) => feature.offers?.(tool) !== false);

  /** What the backend is offered of the registry that there is now. */
  get offered(): OfferedTools {
    return new OfferedTools(this.registry, this.offers);
  }

  /** The element is in a document. */
  connect(document: Document): void {
    this.#document = document;
    this.#providedRegistry.connect();
    this.#providedManager.connect();
    connectDocumentTools(document, this);
    this.changed();
  }

  /** The element has left the document. One that is moved to another document belongs to that one by now. */
  disconnect(): void {
    if (this.#document) {
      disconnectDocumentTools(this.#document, this);
      for (const feature of Object.values(this.features)) feature.disconnect(this.#document);
    }
    this.#providedRegistry.disconnect();
    this.#providedManager.disconnect();
    this.#document = undefined;
  }

  /** What the features go by has changed. */
  changed(): void {
    if (!this.#document) return;
    for (const feature of Object.values(this.features)) feature.connect(this.#document);
  }
}
