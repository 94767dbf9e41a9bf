import { report } from "../events/report.js";

/**
 * Tells all tabs that a thread has changed. A bell carries nothing but the thread's id: what has changed is read from
 * the store, so that a bell that is lost, late or made up does no harm.
 */
export class Doorbell {
  readonly #channel: BroadcastChannel | undefined;
  readonly #listeners = new Set<(id: string) => void>();

  constructor(name: string) {
    if (typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(`ag-ui-lit-threads:${name}`);
    // Node's would keep the process alive.
    (this.#channel as { unref?: () => void }).unref?.();
    this.#channel.onmessage = ({ data }) => {
      if (typeof data === "string") this.#tell(data);
    };
  }

  /** Tells every tab, this one too. */
  ring(id: string): void {
    try {
      this.#channel?.postMessage(id);
    } catch {
      // It is closed.
    }
    this.#tell(id);
  }

  subscribe(listener: (id: string) => void): () => void {
    const own = (id: string): void => listener(id);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  close(): void {
    this.#listeners.clear();
    this.#channel?.close();
  }

  #tell(id: string): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(id);
      } catch (thrown) {
        report(thrown);
      }
    }
  }
}
