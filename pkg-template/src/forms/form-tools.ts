import { rejectTool } from "../element/reject-tool.js";
import type { ToolRegistration, ToolRegistry } from "../tools/registry.js";
import { FormTool } from "./form-tool.js";
import { FormWatcher } from "./form-watcher.js";

/** What became of a form in a registry. */
interface Entry {
  /** The declaration it was given for. */
  readonly key: string;
  readonly name: string;
  readonly registration?: ToolRegistration;
  /** Why it was refused. */
  readonly fault?: string;
}

/** A form, and what became of it in each registry. */
interface Known {
  readonly tool: FormTool;
  readonly entries: Map<ToolRegistry, Entry>;
}

/** Keeps the declared forms of a document registered with a set of registries. */
export class FormTools {
  readonly #document: Document;
  readonly #watcher: FormWatcher;
  readonly #known = new Map<HTMLFormElement, Known>();
  readonly #changed: () => void;

  /** `changed` is called when it is time to `sync()`. */
  constructor(document: Document, changed: () => void) {
    this.#document = document;
    this.#changed = changed;
    this.#watcher = new FormWatcher(document, changed);
  }

  /** Brings the registries up to date with the document. Needs the core. */
  sync(registries: ReadonlySet<ToolRegistry>): void {
    const forms = this.#watcher.forms;
    this.#forget(new Set(forms), registries);
    for (const form of forms) {
      const known = this.#known.get(form);
      if (known) known.tool.update();
      else this.#known.set(form, { tool: new FormTool(form), entries: new Map() });
    }
    for (const form of forms) {
      const known = this.#known.get(form);
      if (known) for (const registry of registries) this.#register(known, registry);
    }
  }

  /** Takes every form out of the registries, and ends the calls that wait: nobody would see the form go. */
  stop(): void {
    this.#watcher.stop();
    for (const { tool, entries } of this.#known.values()) {
      for (const [registry, entry] of entries) {
        registry.removeEventListener("tool-registry-change", this.#changed);
        leave(entry);
      }
      tool.end("No agent is in the page any more.");
    }
    this.#known.clear();
  }

  /** First what is gone: its name may be another form's now. */
  #forget(present: ReadonlySet<HTMLFormElement>, registries: ReadonlySet<ToolRegistry>): void {
    for (const [form, { tool, entries }] of this.#known) {
      const isGone = !present.has(form);
      for (const [registry, entry] of entries) {
        if (!isGone && registries.has(registry)) continue;
        leave(entry);
        entries.delete(registry);
      }
      if (!isGone) continue;
      this.#known.delete(form);
      tool.end("The form is not in the page any more.");
    }
  }

  #register({ tool, entries }: Known, registry: ToolRegistry): void {
    const { key, name } = tool.declaration;
    const before = entries.get(registry);
    if (before?.key === key && before.registration) return;
    if (before && before.name !== name) leave(before);
    try {
      // In its place, unless another tool has taken that.
      const isOurs = before?.registration && registry.get(name) === before.registration.tool;
      const registration = registerForm(tool, registry, isOurs === true);
      entries.set(registry, { key, name, registration });
    } catch (thrown) {
      if (before) leave(before);
      const fault = String(thrown);
      entries.set(registry, { key, name, fault });
      // A form that is refused is tried again at every change: its name may have become free.
      registry.addEventListener("tool-registry-change", this.#changed, { once: true });
      const isKnown = before?.key === key && before.fault === fault;
      if (!isKnown) rejectTool(this.#document, { name }, thrown);
    }
  }
}

/** A pattern that only the browser understands is left to the browser, which checks it when the form is submitted. */
function registerForm(tool: FormTool, registry: ToolRegistry, replace: boolean): ToolRegistration {
  try {
    return registry.register(tool.definition({ patterns: true }), { replace });
  } catch (thrown) {
    const plain = tool.definition({ patterns: false });
    if (JSON.stringify(plain.schema) === tool.declaration.schemaText) throw thrown;
    return registry.register(plain, { replace });
  }
}

/** A registry that was freed has no tools left to remove. */
function leave({ registration }: Entry): void {
  try {
    registration?.unregister();
  } catch {}
}
