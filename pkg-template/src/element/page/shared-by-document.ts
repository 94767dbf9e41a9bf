import { whenReady } from "../../core/state.js";

/** Work that the connected elements of a document share. */
export interface SharedWork<Target> {
  /** Brings it up to date with these elements; with none it ends. Called when the core is loaded. */
  sync(targets: readonly Target[]): void;
}

/** Makes the shared work of a document. It calls `schedule` when it is to be synchronised. */
export type MakeSharedWork<Target> = (
  document: Document,
  schedule: () => void,
) => SharedWork<Target>;

/** One piece of shared work for each document that has connected elements. */
export class SharedByDocument<Target> {
  readonly #make: MakeSharedWork<Target>;
  readonly #shared = new Map<Document, Shared<Target>>();

  constructor(make: MakeSharedWork<Target>) {
    this.#make = make;
  }

  /** Begins to serve an element; also to be called when what the work depends on has changed. */
  connect(document: Document, target: Target): void {
    const ended = (): void => void this.#shared.delete(document);
    const shared = this.#shared.get(document) ?? new Shared(document, this.#make, ended);
    this.#shared.set(document, shared);
    shared.targets.add(target);
    shared.schedule();
  }

  /** Stops serving an element. */
  disconnect(document: Document, target: Target): void {
    const shared = this.#shared.get(document);
    shared?.targets.delete(target);
    shared?.schedule();
  }
}

class Shared<Target> {
  readonly targets = new Set<Target>();
  readonly #work: SharedWork<Target>;
  readonly #ended: () => void;
  #isDue = false;

  constructor(document: Document, make: MakeSharedWork<Target>, ended: () => void) {
    this.#work = make(document, () => this.schedule());
    this.#ended = ended;
  }

  /** Soon, once: an element that is moved is away for a moment only. */
  schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void whenReady.then(() => {
      this.#isDue = false;
      this.#work.sync([...this.targets]);
      if (this.targets.size === 0) this.#ended();
    });
  }
}
