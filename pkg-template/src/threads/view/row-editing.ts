import { focusRow } from "./row-keys.js";

/** The task of a row that is not as the others: its thread is renamed, or about to be deleted. */
export type RowTask = "rename" | "remove";

/** In place of a thread whose row is to have the keyboard: there is no other one. */
const NO_ROW = "";

/** The row with a task, and the keyboard in the list as rows change and move. */
export class RowEditing {
  readonly #root: () => ShadowRoot | null;
  readonly #changed: () => void;
  #task: { readonly threadId: string; readonly kind: RowTask } | undefined;
  /** The thread whose row is to get the keyboard with the next update. */
  #focusOn: string | undefined;
  /** The task has just begun. */
  #isNew = false;
  #isUpdating = false;

  /**
   * @param root of the element.
   * @param changed is called when a row is to be rendered in another way.
   */
  constructor(root: () => ShadowRoot | null, changed: () => void) {
    this.#root = root;
    this.#changed = changed;
  }

  /** The task of a thread's row. */
  taskOf(threadId: string): RowTask | undefined {
    return this.#task?.threadId === threadId ? this.#task.kind : undefined;
  }

  /** Gives a row a task, and the keyboard. */
  begin(threadId: string, kind: RowTask): void {
    this.#task = { threadId, kind };
    this.#focusOn = threadId;
    this.#isNew = true;
    this.#changed();
  }

  /** Ends the task. The keyboard goes back to the row, unless the person has left it. */
  end(isLeft = false): void {
    if (!isLeft) this.#focusOn = this.#task?.threadId;
    this.#task = undefined;
    this.#changed();
  }

  /** Ends the task of a row that is about to go: the keyboard goes to the next one, or the one before. */
  leave(threadId: string): void {
    const row = this.rowOf(threadId);
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    this.end();
    this.#focusOn = (next as HTMLElement | null | undefined)?.dataset.thread ?? NO_ROW;
  }

  /** Returns true while rows are rendered: what has the keyboard may lose it then, but the person has not left it. */
  get isUpdating(): boolean {
    return this.#isUpdating;
  }

  /** Renders rows. A row that moves, because its thread has changed, takes the keyboard along. */
  updating(render: () => void): void {
    const focused = this.#root()?.activeElement?.closest<HTMLElement>("[data-thread]");
    this.#focusOn ??= focused?.dataset.thread;
    this.#isUpdating = true;
    render();
    this.#isUpdating = false;
  }

  /** Gives the keyboard to the row that is to have it. To be called after each update. */
  updated(): void {
    const id = this.#focusOn;
    const isNew = this.#isNew;
    this.#focusOn = undefined;
    this.#isNew = false;
    if (id === undefined) return;
    const root = this.#root();
    if (id === NO_ROW) root?.querySelector<HTMLElement>(".search")?.focus();
    const row = this.rowOf(id);
    if (!row || row.contains(root?.activeElement ?? null)) return;
    const field = row.querySelector<HTMLInputElement>(".title-field");
    const wanted = field ?? row.querySelector<HTMLElement>(".keep");
    if (wanted) wanted.focus();
    else focusRow(row);
    if (isNew) field?.select();
  }

  /** The row of a thread, if it is rendered. */
  rowOf(threadId: string | undefined): Element | undefined {
    const rows = this.#root()?.querySelectorAll<HTMLElement>("[data-thread]") ?? [];
    return [...rows].find(({ dataset }) => dataset.thread === threadId);
  }
}
