import type { ElementFeature, FeatureHost } from "../element/page/feature.js";
import { SharedByDocument } from "../element/page/shared-by-document.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";
import { DocumentForms } from "./document-forms.js";
import { FormSettings } from "./form-settings.js";

/** Forms of the document as tools of an element. */
export class FormsFeature implements ElementFeature {
  /** The element's settings for forms. After a change, `connect()` must be called again. */
  readonly settings = new FormSettings();
  readonly #host: FeatureHost;

  constructor(host: FeatureHost) {
    this.#host = host;
  }

  /** The registry of the forms' tools. */
  get registry(): ToolRegistry {
    return this.#host.registry;
  }

  connect(document: Document): void {
    forms.connect(document, this);
  }

  disconnect(document: Document): void {
    forms.disconnect(document, this);
  }

  /**
   * Checked per element, since elements share a registry, and another one, added by page content, may count more forms.
   */
  offers(tool: RegisteredTool): boolean {
    return this.settings.offers(tool);
  }
}

const forms = new SharedByDocument<FormsFeature>(
  (document, schedule) => new DocumentForms(document, schedule),
);
