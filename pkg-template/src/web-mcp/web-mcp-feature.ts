import type { ElementFeature, FeatureHost } from "../element/page/feature.js";
import { SharedByDocument } from "../element/page/shared-by-document.js";
import { DocumentExposures } from "./document-exposures.js";

/** An element's tools as tools of the browser's own agent. */
export class WebMcpFeature implements ElementFeature {
  /** Whether the tools are offered. After a change, `connect()` must be called again. */
  isExposing = false;
  /** Its element, with the dependencies of calls from the browser. */
  readonly host: FeatureHost;

  constructor(host: FeatureHost) {
    this.host = host;
  }

  connect(document: Document): void {
    exposures.connect(document, this);
  }

  disconnect(document: Document): void {
    exposures.disconnect(document, this);
  }
}

const exposures = new SharedByDocument<WebMcpFeature>(
  (document) => new DocumentExposures(document),
);
