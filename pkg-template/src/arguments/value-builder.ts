import { IN_TEXT, Step } from "../constants/step.js";

/** Returns true if the steps end because the text can't be read any further. */
export function isFault(steps: Int32Array): boolean {
  return steps[steps.length - 1] === Step.Fault;
}

/** Returns true if the steps may quote from a separate text: otherwise it need not be requested. */
export function quotesText(steps: Int32Array): boolean {
  return steps.includes(IN_TEXT);
}

type Container = Record<string, unknown> | unknown[];

/** Receives the changes of a builder, if there are listeners for parts of the value. */
export interface BuilderListener {
  /** A value begins, grows or ends: `delta` is the text added to a string. */
  changed(path: readonly PropertyKey[], value: unknown, isComplete: boolean, delta?: string): void;
}

/** Builds a value that grows as its text is streamed: the same objects, to which members and characters are added. */
export class ValueBuilder {
  #root: unknown;
  #hasRoot = false;
  readonly #open: Container[] = [];
  #current: Container | undefined;
  #key = "";
  /** The key that each open object was given last. */
  readonly #keys: string[] = [];
  /** Keys that were reported, by their numbers. */
  #knownKeys: string[] = [];
  /** The string under way has begun. */
  #isWriting = false;
  #isApplying = false;
  readonly #later: [steps: Int32Array, text: string, delta: string][] = [];
  /** Receives all changes, if set. */
  listener: BuilderListener | undefined;

  /** The value so far. */
  get value(): unknown {
    return this.#root;
  }

  /** The place of the next addition: the open containers' own places, outermost first. */
  get openPath(): PropertyKey[] {
    const path: PropertyKey[] = [];
    for (let depth = 0; depth < this.#open.length; depth += 1) {
      const container = this.#open[depth] as Container;
      const isLast = depth === this.#open.length - 1;
      if (isLast && !this.#isWriting) break;
      path.push(Array.isArray(container) ? container.length - 1 : (this.#keys[depth] ?? ""));
    }
    return path;
  }

  /** Returns true if the value is complete. */
  get isComplete(): boolean {
    return this.#hasRoot && this.#open.length === 0 && !this.#isWriting;
  }

  /** Will get the same steps as another builder from now on: it has to know the same keys. */
  join(another: ValueBuilder): void {
    this.#knownKeys = [...another.#knownKeys];
  }

  /**
   * Applies the steps. They quote from the delta that was read last and from `text`. Additions that a listener causes
   * meanwhile are applied after its own step.
   */
  apply(steps: Int32Array, text: string, delta: string): void {
    if (this.#isApplying) {
      this.#later.push([steps, text, delta]);
      return;
    }
    this.#isApplying = true;
    try {
      this.#apply(steps, text, delta);
      for (let next = this.#later.shift(); next; next = this.#later.shift()) this.#apply(...next);
    } finally {
      this.#isApplying = false;
    }
  }

  #apply(steps: Int32Array, text: string, delta: string): void {
    let at = 0;
    let quoted = 0;
    while (at < steps.length) {
      const step = steps[at] as Step;
      at += 1;
      switch (step) {
        case Step.Object:
          this.#enter({});
          break;
        case Step.Array:
          this.#enter([]);
          break;
        case Step.Leave:
          this.#leave();
          break;
        case Step.Number: {
          halves[0] = steps[at] as number;
          halves[1] = steps[at + 1] as number;
          at += 2;
          this.#place(double[0] as number);
          this.#report(double[0], true);
          break;
        }
        case Step.Integer:
          this.#leaf(steps[at]);
          at += 1;
          break;
        case Step.KnownKey:
          // To begin with, every number is that of the empty key.
          this.#setKey(this.#knownKeys[steps[at] as number] ?? "");
          at += 1;
          break;
        case Step.Fault:
          break;
        case Step.True:
          this.#leaf(true);
          break;
        case Step.False:
          this.#leaf(false);
          break;
        case Step.Null:
          this.#leaf(null);
          break;
        default: {
          const number = step === Step.Key ? (steps[at++] as number) : 0;
          const place = steps[at] as number;
          const length = steps[at + 1] as number;
          at += 2;
          if (place === IN_TEXT) {
            this.#text(step, text.slice(quoted, quoted + length), number);
            quoted += length;
          } else this.#text(step, delta.slice(place, place + length), number);
        }
      }
    }
  }

  #text(step: Step, text: string, number: number): void {
    switch (step) {
      case Step.Key:
        this.#knownKeys[number] = text;
        this.#setKey(text);
        break;
      case Step.String:
        this.#place(text);
        this.#report(text, true, text);
        break;
      case Step.Begin:
        this.#place(text);
        this.#isWriting = true;
        this.#report(text, false, text);
        break;
      case Step.Big:
        this.#leaf(BigInt(text));
        break;
      default:
        this.#append(text);
        if (step === Step.End) this.#isWriting = false;
        this.#report(undefined, step === Step.End, text);
    }
  }

  #setKey(key: string): void {
    this.#key = key;
    if (this.#open.length > 0) this.#keys[this.#open.length - 1] = key;
  }

  #enter(container: Container): void {
    this.#place(container);
    this.#report(container, false);
    this.#open.push(container);
    this.#current = container;
  }

  #leave(): void {
    const ended = this.#open.pop();
    this.#keys.length = this.#open.length;
    this.#current = this.#open[this.#open.length - 1];
    this.#report(ended, true);
  }

  #leaf(value: unknown): void {
    this.#place(value);
    this.#report(value, true);
  }

  #place(value: unknown): void {
    const container = this.#current;
    if (container === undefined) {
      this.#root = value;
      this.#hasRoot = true;
      return;
    }
    try {
      add(container, this.#key, value);
    } catch {
      this.#replaceOpen();
      add(this.#current as Container, this.#key, value);
    }
  }

  #append(text: string): void {
    const container = this.#current;
    if (container === undefined) {
      this.#root = (this.#root as string) + text;
      return;
    }
    try {
      addText(container, this.#key, text);
    } catch {
      this.#replaceOpen();
      addText(this.#current as Container, this.#key, text);
    }
  }

  /** A listener froze the growing value, as stores do: copies grow instead. */
  #replaceOpen(): void {
    for (const [depth, container] of this.#open.entries()) {
      const copy = Array.isArray(container) ? [...container] : { ...container };
      const holder = this.#open[depth - 1];
      if (holder === undefined) this.#root = copy;
      else if (Array.isArray(holder)) holder[holder.length - 1] = copy;
      else set(holder, this.#keys[depth - 1] ?? "", copy);
      this.#open[depth] = copy;
      this.#current = copy;
    }
  }

  /** The container or text that is being added to. */
  #at(path: readonly PropertyKey[]): unknown {
    const container = this.#current as Record<PropertyKey, unknown> | undefined;
    return container === undefined ? this.#root : container[path.at(-1) as PropertyKey];
  }

  /** Without a value it is the one that is being added to. */
  #report(value: unknown, isComplete: boolean, delta?: string): void {
    const { listener } = this;
    if (!listener) return;
    const path = this.#open.map((container, depth) =>
      Array.isArray(container) ? container.length - 1 : (this.#keys[depth] ?? ""),
    );
    listener.changed(path, value === undefined ? this.#at(path) : value, isComplete, delta);
  }
}

function add(container: Container, key: string, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else set(container, key, value);
}

function addText(container: Container, key: string, text: string): void {
  if (Array.isArray(container)) container[container.length - 1] += text;
  else set(container, key, (container[key] as string) + text);
}

/**
 * Sets an own member, as `JSON.parse` does: among the members that every object inherits, `__proto__` is a setter, a
 * page may have added others, and a frozen `Object.prototype` forbids assigning to `toString`.
 */
function set(container: Record<string, unknown>, key: string, value: unknown): void {
  if (key in inherited) {
    Object.defineProperty(container, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else container[key] = value;
}

const inherited: object = Object.prototype;

/** One double and its halves, to put numbers together. All engines with WebAssembly are little-endian. */
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);
