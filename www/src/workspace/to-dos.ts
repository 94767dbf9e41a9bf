import { type TodoItem, TodoStore } from "ag-ui-lit/toolbox";

/** The to-do list as the page shows it. Raises `change`. */
export class ToDos extends EventTarget {
  /** The list that the agent's tools change. */
  readonly store = new TodoStore();
  /** Nothing as long as they are not read. */
  items: readonly TodoItem[] | undefined;
  /** Why they can't be shown, in words. */
  problem: string | undefined;
  #end: (() => void) | undefined;
  /** What was read before the last change no longer counts. */
  #reading = 0;

  /** Shows the list as it is, and as it changes, here or in another tab. */
  follow(): void {
    this.#end ??= this.store.subscribe(() => void this.#read());
    void this.#read();
  }

  leave(): void {
    this.#end?.();
    this.#end = undefined;
  }

  async #read(): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    let problem: string | undefined;
    const items = await this.store.items().catch((error: unknown) => {
      problem = error instanceof Error ? error.message : String(error);
      return undefined;
    });
    if (reading !== this.#reading) return;
    this.items = items;
    this.problem = problem;
    this.dispatchEvent(new Event("change"));
  }
}
