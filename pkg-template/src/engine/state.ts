import { NotInitializedError } from "../core/state.js";
import type { RawSchema } from "./raw.js";

/** What the engine is for everybody else: the class of compiled schemas. */
export type Engine = typeof RawSchema;

let engine: Engine | undefined;

/** Nobody has to wait for the engine who does not need it, so it is loaded when it is first asked for. */
const loadPackaged = (): Promise<void> => import("./packaged.js").then(({ load }) => load());

/** The engine, if it is loaded. */
export function loadedEngine(): Engine | undefined {
  return engine;
}

/** The engine. @throws {NotInitializedError} when it is not loaded. */
export function requireEngine(what: string): Engine {
  if (!engine) throw new NotInitializedError(what);
  return engine;
}

/** The engine, loaded from the package unless it is there. Rejects when it can't be loaded; the next call tries again. */
export async function whenEngineReady(): Promise<Engine> {
  if (!engine) await loadPackaged();
  return requireEngine("The schema engine");
}

/** Part of loading it. */
export function markEngineReady(loaded: Engine): void {
  engine = loaded;
}
