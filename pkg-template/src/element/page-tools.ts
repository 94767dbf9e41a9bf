import { whenReady } from "../core/state.js";
import { FormTools } from "../forms/form-tools.js";
import { type ExposureOwner, Exposures } from "../web-mcp/exposure.js";

/** An element whose registry the document's forms go into, and the browser's agent may be offered. */
export interface PageToolsTarget extends ExposureOwner {
  readonly exposeWebmcp: boolean;
}

/** What the connected elements of a document share: each registry gets a form once, and is exposed once. */
class PageTools {
  readonly targets = new Set<PageToolsTarget>();
  readonly #document: Document;
  readonly #exposures: Exposures;
  readonly #forms: FormTools;
  #isDue = false;

  constructor(document: Document) {
    this.#document = document;
    this.#exposures = new Exposures(document);
    this.#forms = new FormTools(document, () => this.schedule());
  }

  /** Soon, once: an element that is moved is away for a moment only. */
  schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void whenReady.then(() => {
      this.#isDue = false;
      this.#sync();
    });
  }

  #sync(): void {
    const targets = [...this.targets];
    // The browser's half first: it then follows what the forms do to the registries.
    const exposing = targets.filter(({ exposeWebmcp }) => exposeWebmcp).reverse();
    this.#exposures.sync(new Map(exposing.map((target) => [target.registry, target])));
    if (targets.length > 0) this.#forms.sync(new Set(targets.map(({ registry }) => registry)));
    else this.#stop();
  }

  #stop(): void {
    this.#forms.stop();
    pages.delete(this.#document);
  }
}

const pages = new Map<Document, PageTools>();

/** Begins to serve an element; also to be called when one of its properties changes. */
export function connectPageTools(document: Document, target: PageToolsTarget): void {
  const page = pages.get(document) ?? new PageTools(document);
  pages.set(document, page);
  page.targets.add(target);
  page.schedule();
}

/** Stops serving an element. */
export function disconnectPageTools(document: Document, target: PageToolsTarget): void {
  const page = pages.get(document);
  page?.targets.delete(target);
  page?.schedule();
}
