import { isObject, readText } from "../codec/safe-read.js";
import { isCoreWanted, loadCore, whenCoreIsWanted } from "../core/init.js";
import { loadJsonSchema } from "../core/json-schema.js";
import { afterScripts } from "../core/page-globals.js";
import { isReady, whenLoaded } from "../core/state.js";
import { needsJsonSchemaModule } from "../validation/choose.js";
import { copies, type DefinitionNeeds } from "./copies.js";
import type { RegisterOptions, ToolRegistration, ToolRegistry } from "./registry.js";
import type { ToolDefinition } from "./types.js";

/** Work on a registry, done once the registry can be used. */
export interface EarlyWork {
  /** Asked each time: an element's may become another one. */
  readonly registry: () => ToolRegistry;
  readonly work: () => void;
  /** The definition that is to be registered: then the work also waits for what that needs. */
  readonly definition?: unknown;
  /**
   * Called, once, when a needed module can't be loaded. The work still waits for the next try. `isReported`: the
   * element or `init()` that began to load it reports that.
   */
  readonly fail?: (error: Error, isReported: boolean) => void;
  /** Returns true if the work is abandoned: then it does not wait for the next try. */
  readonly isOver?: () => boolean;
}

interface Early extends EarlyWork {
  /** The name and the id of the tool that the work adds or removes. */
  readonly called: readonly string[];
  /** Whether the work adds the tool. */
  readonly registers: boolean;
  /** The last error of loading the needed modules. */
  failure?: Error;
}

/** The modules that this copy needs in addition to its core. */
export const ownNeeds: DefinitionNeeds = {
  hasToWait: needsJsonSchemaModule,
  load: loadJsonSchema,
};

const early: Early[] = [];

let isRunning = false;

whenLoaded(runEarly);

/** Does the postponed work: for the same tool in the requested order. */
export function runEarly(): void {
  // The first that runs makes the global registry, which asks for this.
  if (isRunning) return;
  isRunning = true;
  for (let next = early.find(isDue); next; next = early.find(isDue)) {
    early.splice(early.indexOf(next), 1);
    try {
      next.work();
    } catch (thrown) {
      console.error(thrown);
    }
  }
  isRunning = false;
}

/**
 * Does something with a registry: now, if it can be used and the needed modules are loaded, else when they are. Missing
 * modules are loaded, once the page's scripts had the chance to set their addresses.
 */
export function whenUsable(order: EarlyWork): void {
  const one: Early = { ...order, called: wordsFor(order.definition), registers: true };
  if (isDue(one)) {
    order.work();
    return;
  }
  early.push(one);
  if (isWaitingForModule(one)) whenCoreIsWanted(() => void loadNeeds());
  loadSoon();
}

let isGoingToLoad = false;

function loadSoon(): void {
  if (isGoingToLoad) return;
  isGoingToLoad = true;
  afterScripts(() => {
    isGoingToLoad = false;
    void loadMissingCore();
    void loadNeeds();
  });
}

/** If another copy of ag-ui-lit owns the registry, that copy's core holds it. */
async function loadMissingCore(): Promise<void> {
  const lacksCore = (one: Early): boolean => !isUsable(one.registry());
  if (!early.some(lacksCore)) return;
  const isReported = isCoreWanted();
  try {
    await loadCore();
  } catch (thrown) {
    failAll(lacksCore, thrown, isReported);
  }
}

/**
 * Registers a tool: now, if the registry can be used and the needed modules are loaded, else when they are. If they
 * can't be loaded, the promise rejects, and the tool waits for the next try.
 */
export function registerEarly<TArgs>(
  registry: () => ToolRegistry,
  definition: ToolDefinition<TArgs>,
  options?: RegisterOptions,
): Promise<ToolRegistration> {
  const registered = new Promise<ToolRegistration>((resolve, reject) => {
    const work = (): void => {
      try {
        resolve(registry().register(definition, options));
      } catch (error) {
        reject(error);
      }
    };
    const isOver = (): boolean => options?.signal?.aborted === true;
    const fail = (error: Error, isReported: boolean): void => {
      // A failure that was reported is not reported again without a request.
      if (isReported) registered.catch(() => {});
      reject(error);
    };
    whenUsable({ registry, work, definition, fail, isOver });
  });
  return registered;
}

/** Removes a tool by its name or its id, also one that waits to be registered; returns true if there was one. */
export function unregisterEarly(registry: () => ToolRegistry, nameOrId: string): boolean {
  const wasThere = isUsable(registry()) && registry().unregister(nameOrId);
  const last = early.filter((one) => isOf(one, registry(), nameOrId)).at(-1);
  if (!last?.registers) return wasThere;
  const work = (): void => void registry().unregister(nameOrId);
  early.push({ registry, work, called: [nameOrId], registers: false });
  return true;
}

/** Returns true if a tool with that name or id waits for the modules of its definition. */
export function isAwaited(registry: ToolRegistry, name?: string): boolean {
  return early.some(
    (one) =>
      one.registry() === registry &&
      (name === undefined || (one.registers && one.called.includes(name))) &&
      isWaitingForModule(one),
  );
}

/** The error because of which a tool of that name still waits. */
export function failureOf(registry: ToolRegistry, name: string): Error | undefined {
  return early.find((one) => isOf(one, registry, name) && one.failure)?.failure;
}

/**
 * Loads the modules of waiting definitions, with a new try each time. Never rejects: the waiting definitions get the
 * error, and go on waiting. Resolves when they are registered, or can't be.
 */
export async function loadNeeds(): Promise<void> {
  const waiting = new Set(early.filter(isWaitingForModule).map((one) => needsOf(one.registry())));
  await Promise.all([...waiting].map(loadNeed));
}

const loading = new Map<DefinitionNeeds, Promise<void>>();

/** Simultaneous callers share it, so that a failure is reported once. */
function loadNeed(needs: DefinitionNeeds): Promise<void> {
  const known = loading.get(needs) ?? tryToLoad(needs).finally(() => loading.delete(needs));
  loading.set(needs, known);
  return known;
}

async function tryToLoad(needs: DefinitionNeeds): Promise<void> {
  try {
    await needs.load();
  } catch (thrown) {
    failAll((one) => needsOf(one.registry()) === needs && isWaitingForModule(one), thrown);
  }
  runEarly();
}

function failAll(isMeant: (one: Early) => boolean, thrown: unknown, isReported = false): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  for (const one of early.filter(isMeant)) fail(one, error, isReported);
}

function fail(one: Early, error: Error, isReported: boolean): void {
  const isFirst = one.failure === undefined;
  one.failure = error;
  if (one.isOver?.()) early.splice(early.indexOf(one), 1);
  else if (isFirst) one.fail?.(error, isReported);
}

/** Requests for the same tool are handled in order. */
function isDue(one: Early): boolean {
  const registry = one.registry();
  if (!isUsable(registry) || isWaitingForModule(one)) return false;
  const first = early.find((other) => one.called.some((word) => isOf(other, registry, word)));
  return first === undefined || first === one;
}

function isOf(one: Early, registry: ToolRegistry, nameOrId: string): boolean {
  return one.registry() === registry && one.called.includes(nameOrId);
}

function isWaitingForModule(one: Early): boolean {
  return one.definition !== undefined && needsOf(one.registry()).hasToWait(one.definition);
}

/** The name and the id in a definition, if they can be read. */
function wordsFor(definition: unknown): string[] {
  if (!isObject(definition)) return [];
  return ["name", "id"].flatMap((field) => readText(definition, field) ?? []);
}

/** The needs of a registry. The global one may be kept by another copy of ag-ui-lit, with needs of its own. */
function needsOf(registry: ToolRegistry): DefinitionNeeds {
  const { handles, needs } = copies();
  return (handles.has(registry) ? needs : undefined) ?? ownNeeds;
}

function isUsable(registry: ToolRegistry): boolean {
  if (isReady()) return true;
  const { handles, registry: shared } = copies();
  return shared !== undefined && handles.has(registry);
}
