import { allIn } from "../dom/members.js";
import { byRegistry } from "../element/page/by-registry.js";
import type { SharedWork } from "../element/page/shared-by-document.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { FormSettings } from "./form-settings.js";
import { FormToolSet } from "./form-tools.js";
import { declared } from "./form-watcher.js";

/** The parts of an element that concern forms. */
export interface FormsTarget {
  readonly registry: ToolRegistry;
  readonly settings: FormSettings;
}

/** The forms of a document in the registries of its connected elements: each registry gets a form once. */
export class DocumentForms implements SharedWork<FormsTarget> {
  readonly #document: Document;
  readonly #schedule: () => void;
  #tools: FormToolSet | undefined;
  #hasAdvised = false;

  constructor(document: Document, schedule: () => void) {
    this.#document = document;
    this.#schedule = schedule;
  }

  /** The document is watched only while an element wants forms. */
  sync(targets: readonly FormsTarget[]): void {
    const wanting = byRegistry(targets.filter(({ settings }) => settings.isAny));
    const sources = new Map(
      Array.from(wanting, ([registry, each]) => [registry, each.map(({ settings }) => settings)]),
    );
    if (sources.size > 0) {
      this.#tools ??= new FormToolSet(this.#document, this.#schedule);
      this.#tools.sync(sources);
      return;
    }
    this.#tools?.stop();
    this.#tools = undefined;
    if (targets.some(({ settings }) => settings.tools === undefined)) this.#advise();
  }

  /**
   * Reports forms with `toolname` that are no tools, since the page does not enable them: otherwise that would be hard
   * to find out.
   */
  #advise(): void {
    if (this.#hasAdvised || allIn(this.#document, declared).length === 0) return;
    this.#hasAdvised = true;
    console.info(
      '<ag-ui-agent>: the page has forms with toolname, but none is a tool: say which are with form-tools ("all", a CSS selector of what may hold them, or "none").',
    );
  }
}
