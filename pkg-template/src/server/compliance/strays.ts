import { messageOf } from "../../codec/describe.js";
import { isObject, read } from "../../codec/safe-read.js";

/** Milliseconds in which what a tool has left behind shows: a rejection that nobody handles, an exception of a timer. */
const GRACE = 100;

/**
 * Watches for what a tool leaves behind: rejections that nobody handles, and exceptions that nobody can catch. In Node either ends the
 * process. What comes of the trial is kept from the host's own listeners, and from ending the process; everything else reaches them.
 */
export class Strays {
  /** A description of everything that was left behind. */
  readonly found: string[] = [];
  readonly #scope: Scope;

  private constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Begins to watch. Call `stop()` in the end. */
  static async watch(): Promise<Strays> {
    const strays = new Strays(await scopeOf());
    watching.add(strays);
    if (watching.size === 1) install();
    return strays;
  }

  /** Runs what is watched, and waits until what it leaves behind has shown. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#scope.run(this, async () => {
      const result = await work();
      await new Promise((resolve) => setTimeout(resolve, GRACE));
      return result;
    });
  }

  stop(): void {
    watching.delete(this);
    if (watching.size === 0) uninstall();
  }

  /** Returns true if what happens now is certainly its own. */
  get isRunning(): boolean {
    return this.#scope.current() === this;
  }

  /** Takes what is its own, and returns true if nobody else should get it. */
  take(thrown: unknown, hasListeners: boolean): boolean {
    const owner = this.#scope.current();
    if (owner !== undefined && owner !== this) return false;
    if (owner === undefined && this.#scope.isExact) return false;
    this.found.push(messageOf(thrown));
    // Whose it is can't always be told: then a host that listens gets it as well.
    return owner === this || !hasListeners;
  }
}

/** Knows which trial runs now, through all that it awaits. */
interface Scope {
  /** Whether it is known for rejections, too: else all that come in the time of a trial count as its own. */
  readonly isExact: boolean;
  run<T>(strays: object, work: () => Promise<T>): Promise<T>;
  current(): object | undefined;
}

const noScope: Scope = { isExact: false, run: (_strays, work) => work(), current: () => undefined };

type Emit = (name: string, ...args: unknown[]) => boolean;

interface NodeProcess {
  emit: Emit;
  listenerCount(name: string): number;
  getBuiltinModule?(name: "node:async_hooks"): { readonly AsyncLocalStorage: new () => Storage };
}

interface Storage {
  run<T>(store: object, work: () => T): T;
  getStore(): object | undefined;
}

const watching = new Set<Strays>();
let scope: Promise<Scope> | undefined;
let restore: () => void = () => {};

function nodeProcess(): NodeProcess | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return isObject(process) && typeof read(process, "emit") === "function" ? process : undefined;
}

/** Node tells in whose name a promise was rejected; since when, and for what, is tried once. */
function scopeOf(): Promise<Scope> {
  scope ??= tryScope();
  return scope;
}

async function tryScope(): Promise<Scope> {
  const process = nodeProcess();
  const hooks = process?.getBuiltinModule?.("node:async_hooks");
  if (!process || !hooks) return noScope;
  const storage = new hooks.AsyncLocalStorage();
  const marker = {};
  let isExact = false;
  const undo = replaceEmit(process, (name, thrown) => {
    if (name !== "unhandledRejection" || thrown !== marker) return false;
    isExact = storage.getStore() === marker;
    return true;
  });
  storage.run(marker, () => void Promise.reject(marker));
  // Rejections are reported before the next timer.
  await new Promise((resolve) => setTimeout(resolve, 0));
  undo();
  return {
    isExact,
    run: (strays, work) => storage.run(strays, work),
    current: () => storage.getStore(),
  };
}

function install(): void {
  const process = nodeProcess();
  const undo = process && replaceEmit(process, take);
  const page = globalThis as Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">>;
  const listener = (event: Event): void => {
    const thrown = event.type === "error" ? read(event, "error") : read(event, "reason");
    const isTaken = takers(thrown, true);
    // Without a page it would end the process.
    if (isTaken || !("document" in globalThis)) event.preventDefault();
  };
  for (const type of webTypes) page.addEventListener?.(type, listener);
  restore = () => {
    undo?.();
    for (const type of webTypes) page.removeEventListener?.(type, listener);
  };
}

const webTypes = ["unhandledrejection", "error"];

function uninstall(): void {
  restore();
  restore = () => {};
}

/** Returns true for what the host's listeners do not get. */
function take(name: string, thrown: unknown, process: NodeProcess): boolean {
  if (!nodeTypes.has(name)) return false;
  if (name === "uncaughtExceptionMonitor") return [...watching].some((strays) => strays.isRunning);
  return takers(thrown, process.listenerCount(name) > 0);
}

const nodeTypes = new Set(["unhandledRejection", "uncaughtException", "uncaughtExceptionMonitor"]);

function takers(thrown: unknown, hasListeners: boolean): boolean {
  return [...watching].map((strays) => strays.take(thrown, hasListeners)).includes(true);
}

/**
 * Has a look at what is emitted before the listeners of a process get it: as one listener among them, it could keep nothing from the
 * others. Returns what undoes it.
 */
function replaceEmit(
  process: NodeProcess,
  isTaken: (name: string, thrown: unknown, process: NodeProcess) => boolean,
): () => void {
  const own = Object.getOwnPropertyDescriptor(process, "emit");
  const before = process.emit;
  let isOn = true;
  const emit: Emit = function (this: unknown, name, ...args) {
    if (isOn && isTaken(name, args[0], process)) return true;
    return Reflect.apply(before, this, [name, ...args]) as boolean;
  };
  process.emit = emit;
  return () => {
    isOn = false;
    // Somebody else may have replaced it since: then it stays, and does nothing.
    if (process.emit !== emit) return;
    if (own) Object.defineProperty(process, "emit", own);
    else Reflect.deleteProperty(process, "emit");
  };
}
