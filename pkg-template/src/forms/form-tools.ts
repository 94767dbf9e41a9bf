import type { ToolRegistration, ToolRegistry } from "../tools/registry.js";
import { rejectTool } from "../tools/reject-tool.js";
import type { FormSource } from "./form-metadata.js";
import { type FormDefinition, FormTool } from "./form-tool.js";
import { FormWatcher } from "./form-watcher.js";
import { countingOf, SharedSource } from "./shared-source.js";

/** The state of a form in a registry. */
interface Entry {
  /** The definition it was given. */
  readonly key: string;
  readonly name: string;
  /** Absent when it was refused, or another tool has taken the name. */
  readonly registration?: ToolRegistration;
  /** The reason of its refusal. */
  readonly fault?: string;
}

/** A form, and its entry in each registry. */
interface Known {
  readonly tool: FormTool;
  /** Elements' settings for it, by registry. */
  readonly sources: Map<ToolRegistry, SharedSource>;
  readonly entries: Map<ToolRegistry, Entry>;
}

/** Elements' settings for forms, by registry, in order of precedence. */
export type FormSources = ReadonlyMap<ToolRegistry, readonly FormSource[]>;

/** Keeps the forms of a document that are tools registered with a set of registries. */
export class FormToolSet {
  readonly #document: Document;
  readonly #watcher: FormWatcher;
  readonly #known = new Map<HTMLFormElement, Known>();
  readonly #registries = new Set<ToolRegistry>();
  readonly #changed: () => void;
  /** A change that a registry reports then is our own. */
  #isRegistering = false;

  /** `changed` is called when it is time to `sync()`. */
  constructor(document: Document, changed: () => void) {
    this.#document = document;
    this.#changed = changed;
    this.#watcher = new FormWatcher(document, changed);
  }

  /** Updates the registries from the document. Needs the core. */
  sync(sources: FormSources): void {
    const forms = this.#watcher.forms;
    this.#forget(new Set(forms), sources);
    for (const registry of sources.keys()) this.#listen(registry);
    const offered = forms.filter((form) =>
      [...sources.values()].some((each) => counts(form, each)),
    );
    for (const form of offered) {
      const known = this.#known.get(form);
      if (known) known.tool.update();
      else
        this.#known.set(form, { tool: new FormTool(form), sources: new Map(), entries: new Map() });
    }
    for (const form of offered) {
      for (const [registry, each] of sources) {
        const known = this.#known.get(form);
        if (!known) continue;
        const source = known.sources.get(registry) ?? new SharedSource();
        known.sources.set(registry, source);
        if (source.update(form, each)) this.#register(known, registry, source);
      }
    }
  }

  /** Removes all forms from the registries, and ends pending calls: no agent would notice the removal. */
  stop(): void {
    this.#watcher.stop();
    for (const { tool, entries } of this.#known.values()) {
      for (const entry of entries.values()) leave(entry);
      tool.end("No agent takes the page's forms any more.");
    }
    for (const registry of [...this.#registries]) this.#unlisten(registry);
    this.#known.clear();
  }

  /** Removes missing forms first: their names may be other forms' now. */
  #forget(present: ReadonlySet<HTMLFormElement>, sources: FormSources): void {
    for (const [form, { tool, entries }] of this.#known) {
      const isGone = !present.has(form);
      for (const [registry, entry] of entries) {
        if (!isGone && counts(form, sources.get(registry) ?? [])) continue;
        leave(entry);
        entries.delete(registry);
      }
      if (entries.size > 0) continue;
      this.#known.delete(form);
      tool.end(`The form is not ${isGone ? "in the page" : "offered"} any more.`);
    }
    for (const registry of [...this.#registries]) {
      if (!sources.has(registry)) this.#unlisten(registry);
    }
  }

  #register({ tool, entries }: Known, registry: ToolRegistry, source: SharedSource): void {
    const { name } = tool.declaration;
    const before = entries.get(registry);
    let key = tool.declaration.key;
    try {
      const made = tool.definition(source, { patterns: true });
      key = made.key;
      if (before?.key === key && before.registration) return;
      if (before && before.name !== name) leave(before);
      // In its place, unless another tool has taken that.
      const isOurs = before?.registration && registry.get(name) === before.registration.tool;
      const replace = isOurs === true;
      this.#isRegistering = true;
      const registration = registerForm(tool, source, registry, made, replace);
      entries.set(registry, { key, name, registration });
    } catch (thrown) {
      if (before) leave(before);
      const fault = String(thrown);
      entries.set(registry, { key, name, fault });
      const isKnown = before?.key === key && before.fault === fault;
      if (!isKnown) rejectTool(this.#document, { name }, thrown);
      if (![...entries.values()].some(({ registration }) => registration)) {
        tool.end("Another tool has taken the form's name.");
      }
    } finally {
      this.#isRegistering = false;
    }
  }

  #listen(registry: ToolRegistry): void {
    if (this.#registries.has(registry)) return;
    this.#registries.add(registry);
    registry.addEventListener("tool-registry-change", this.#onChange);
  }

  #unlisten(registry: ToolRegistry): void {
    this.#registries.delete(registry);
    registry.removeEventListener("tool-registry-change", this.#onChange);
  }

  /**
   * A tool that a script registers takes the name of a form, which has it again when that tool goes. A form that a
   * script has unregistered stays away.
   */
  readonly #onChange = ({ currentTarget }: Event): void => {
    if (this.#isRegistering) return;
    const registry = currentTarget as ToolRegistry;
    let isWaiting = false;
    for (const { entries } of this.#known.values()) {
      const entry = entries.get(registry);
      if (entry && gaveWay(entry, registry)) {
        const { key, name } = entry;
        entries.set(registry, { key, name });
      }
      isWaiting ||= entry !== undefined && entries.get(registry)?.registration === undefined;
    }
    if (isWaiting) this.#changed();
  };
}

/** Without the patterns, if it is refused for one that the core does not know. */
function registerForm(
  tool: FormTool,
  source: SharedSource,
  registry: ToolRegistry,
  { definition }: FormDefinition,
  replace: boolean,
): ToolRegistration {
  try {
    return registry.register(definition, { replace });
  } catch (thrown) {
    const plain = tool.definition(source, { patterns: false }).definition;
    if (JSON.stringify(plain.parameters) === JSON.stringify(definition.parameters)) throw thrown;
    return registry.register(plain, { replace });
  }
}

function counts(form: HTMLFormElement, sources: readonly FormSource[]): boolean {
  return countingOf(form, sources).length > 0;
}

function gaveWay({ name, registration }: Entry, registry: ToolRegistry): boolean {
  const held = registry.get(name);
  return registration !== undefined && held !== undefined && held !== registration.tool;
}

/** A registry that was freed has no tools left to remove. */
function leave({ registration }: Entry): void {
  try {
    registration?.unregister();
  } catch {}
}
