import { whenReady } from "../../core/state.js";
import { allIn } from "../../forms/form-access.js";
import type { FormSettings } from "../../forms/form-settings.js";
import { FormTools } from "../../forms/form-tools.js";
import { declared } from "../../forms/form-watcher.js";
import type { ToolRegistry } from "../../tools/registry.js";
import { type ExposureOwner, Exposures } from "../../web-mcp/exposure.js";

/** An element whose registry the document's forms go into, and the browser's agent may be offered. */
export interface PageToolsTarget extends ExposureOwner {
  readonly exposeWebmcp: boolean;
  readonly forms: FormSettings;
}

/** What the connected elements of a document share: each registry gets a form once, and is exposed once. */
class PageTools {
  readonly targets = new Set<PageToolsTarget>();
  readonly #document: Document;
  readonly #exposures: Exposures;
  #forms: FormTools | undefined;
  #isDue = false;
  #isHinted = false;

  constructor(document: Document) {
    this.#document = document;
    this.#exposures = new Exposures(document);
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
    this.#syncForms(targets);
    if (targets.length === 0) pages.delete(this.#document);
  }

  /** The document is watched only while an element wants forms. */
  #syncForms(targets: readonly PageToolsTarget[]): void {
    const sources = new Map<ToolRegistry, FormSettings[]>();
    for (const { registry, forms } of targets) {
      if (forms.isAny) sources.set(registry, [...(sources.get(registry) ?? []), forms]);
    }
    if (sources.size > 0) {
      this.#forms ??= new FormTools(this.#document, () => this.schedule());
      this.#forms.sync(sources);
    } else {
      this.#forms?.stop();
      this.#forms = undefined;
      if (targets.some(({ forms }) => forms.tools === undefined)) this.#hint();
    }
  }

  /** A form that was meant to be a tool is one only when the page says so: that would be hard to find out. */
  #hint(): void {
    if (this.#isHinted || allIn(this.#document, declared).length === 0) return;
    this.#isHinted = true;
    console.info(
      '<ag-ui-agent>: the page has forms with toolname, but none is a tool: say which are with form-tools ("all", a CSS selector of what may hold them, or "none").',
    );
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
