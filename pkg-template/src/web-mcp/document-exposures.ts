import { byRegistry } from "../element/page/by-registry.js";
import type { FeatureHost } from "../element/page/feature.js";
import type { SharedWork } from "../element/page/shared-by-document.js";
import type { ToolRegistry } from "../tools/registry.js";
import { Exposure } from "./exposure.js";
import { declaresForms, modelContextOf } from "./model-context.js";

/** The parts of an element that concern WebMCP. */
export interface ExposureTarget {
  readonly isExposing: boolean;
  readonly host: FeatureHost;
}

/** The registries that a document's elements expose, each once. */
export class DocumentExposures implements SharedWork<ExposureTarget> {
  readonly #document: Document;
  readonly #exposures = new Map<ToolRegistry, Exposure>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Without WebMCP in the browser it does nothing. */
  sync(targets: readonly ExposureTarget[]): void {
    const exposing = targets.filter(({ isExposing }) => isExposing).map(({ host }) => host);
    const wanted = byRegistry(exposing);
    for (const [registry, exposure] of this.#exposures) {
      const hosts = wanted.get(registry);
      if (hosts) exposure.follow(hosts);
      else {
        exposure.close();
        this.#exposures.delete(registry);
      }
    }
    const context = wanted.size > 0 ? modelContextOf(this.#document) : undefined;
    if (!context) return;
    const skipsForms = declaresForms(this.#document);
    for (const [registry, hosts] of wanted) {
      if (this.#exposures.has(registry)) continue;
      this.#exposures.set(registry, new Exposure(registry, hosts, context, skipsForms));
    }
  }
}
