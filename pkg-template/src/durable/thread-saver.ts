import { after } from "../execution/timer.js";

/** The shortest time between two saves while a thread changes, in milliseconds. */
const SHORTEST = 200;

/** The share of the time that saves may take: a twentieth. */
const SHARE = 20;

/** The time until the next save after one that failed, in milliseconds. */
const AFTER_FAILURE = 5_000;

/**
 * Saves a thread that changes all the time: not for every change, one save at a time, and seldom where a save takes
 * long.
 */
export class ThreadSaver {
  readonly #save: () => Promise<boolean>;
  #callOff: (() => void) | undefined;
  #saving: Promise<void> | undefined;
  #isDirty = false;
  #pause = SHORTEST;

  /**
   * @param save writes the thread as it is when it is called; resolves to whether it was written, and never rejects.
   */
  constructor(save: () => Promise<boolean>) {
    this.#save = save;
  }

  /** The thread has changed: it is saved soon. */
  changed(): void {
    this.#isDirty = true;
    if (this.#callOff || this.#saving) return;
    this.#callOff = after(this.#pause, () => {
      this.#callOff = undefined;
      this.now();
    });
  }

  /** Saves at once: what the store is given afterwards comes after it. */
  now(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#isDirty = false;
    const begun = performance.now();
    const saving = this.#save().then((isSaved) => {
      const took = performance.now() - begun;
      this.#pause = isSaved ? Math.max(SHORTEST, SHARE * took) : AFTER_FAILURE;
      if (this.#saving !== saving) return;
      this.#saving = undefined;
      if (this.#isDirty) this.changed();
    });
    this.#saving = saving;
  }

  /** Saves at once what has changed since the last save. */
  nowIfChanged(): void {
    if (this.#isDirty) this.now();
  }

  /** Saves what has changed, and resolves when everything is saved. */
  async flush(): Promise<void> {
    this.nowIfChanged();
    await this.#saving;
  }

  /** Saves no more. */
  stop(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#isDirty = false;
  }
}
