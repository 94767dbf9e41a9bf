import { isObject, readText } from "../codec/safe-read.js";
import { isReady, whenLoaded } from "../core/state.js";
import { copies } from "./copies.js";
import type { RegisterOptions, ToolRegistration, ToolRegistry } from "./registry.js";
import type { ToolDefinition } from "./types.js";

/** What is to be done with a registry once it can be used. */
interface Early {
  /** Asked each time: an element's may become another one. */
  readonly registry: () => ToolRegistry;
  readonly work: () => void;
  /** The tool that will be there afterwards, or that will not. */
  readonly registers?: string | undefined;
  readonly unregisters?: string | undefined;
}

const early: Early[] = [];

let isRunning = false;

whenLoaded(runEarly);

/** Does what could not be done before, in the order it was asked for. */
export function runEarly(): void {
  // The first that runs makes the global registry, which asks for this.
  if (isRunning) return;
  isRunning = true;
  const isDue = ({ registry }: Early): boolean => isUsable(registry());
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

/** Does something with a registry: now, if it can be used, else when it can. */
export function whenUsable(registry: () => ToolRegistry, work: () => void): void {
  if (isUsable(registry())) work();
  else early.push({ registry, work });
}

/** Registers a tool: now, if the registry can be used, else when it can. */
export function registerEarly<TArgs>(
  registry: () => ToolRegistry,
  definition: ToolDefinition<TArgs>,
  options?: RegisterOptions,
): Promise<ToolRegistration> {
  return new Promise((resolve, reject) => {
    const work = (): void => {
      try {
        resolve(registry().register(definition, options));
      } catch (error) {
        reject(error);
      }
    };
    if (isUsable(registry())) return work();
    const registers = isObject(definition) ? readText(definition, "name") : undefined;
    early.push({ registry, work, registers });
  });
}

/** Removes a tool, also one that waits to be registered; says whether there was one. */
export function unregisterEarly(registry: () => ToolRegistry, name: string): boolean {
  if (isUsable(registry())) return registry().unregister(name);
  const isOfIt = (one: Early): boolean =>
    one.registry() === registry() && (one.registers === name || one.unregisters === name);
  if (early.filter(isOfIt).at(-1)?.registers !== name) return false;
  early.push({ registry, work: () => void registry().unregister(name), unregisters: name });
  return true;
}

/** The global registry may be kept by another copy of ag-ui-lit. */
function isUsable(registry: ToolRegistry): boolean {
  if (isReady()) return true;
  const { handles, registry: shared } = copies();
  return shared !== undefined && handles.has(registry);
}
