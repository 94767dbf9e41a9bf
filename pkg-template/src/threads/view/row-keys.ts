const ROW = "[data-thread]";

/** The requests of the keyboard in a row. */
export interface RowRequests {
  rename(threadId: string): void;
  remove(threadId: string): void;
}

/**
 * The keyboard in the list: one row is a stop of Tab, with its buttons behind it. Arrow keys, Home and End lead to the
 * others, F2 renames and Delete asks whether to delete.
 */
export class RowKeys {
  readonly #requests: RowRequests;
  #stop: HTMLElement | undefined;

  constructor(requests: RowRequests) {
    this.#requests = requests;
  }

  /**
   * Makes the row with the keyboard the stop, else the current thread's, else the first. To be called after each
   * update.
   */
  settle(list: HTMLElement): void {
    const isUsable = this.#stop && list.contains(this.#stop);
    const row = isUsable
      ? this.#stop
      : (list.querySelector<HTMLElement>(`${ROW}.current`) ?? list.querySelector<HTMLElement>(ROW));
    this.#set(row ?? undefined);
  }

  readonly focused = (event: FocusEvent): void => {
    const row = (event.target as Element).closest<HTMLElement>(ROW);
    if (row) this.#set(row);
  };

  readonly pressed = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>(ROW);
    if (!row || !target.matches(".open, .action")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const id = row.dataset.thread as string;
    if (event.key === "F2") this.#requests.rename(id);
    else if (event.key === "Delete") this.#requests.remove(id);
    else {
      const next = neighbour(row, event.key);
      if (!next) return;
      focusRow(next);
    }
    event.preventDefault();
  };

  #set(row: HTMLElement | undefined): void {
    if (this.#stop !== row) setStop(this.#stop, false);
    this.#stop = row;
    setStop(row, true);
  }
}

/** Moves the keyboard to a row. */
export function focusRow(row: Element | null | undefined): void {
  const open = row?.querySelector<HTMLElement>(".open");
  open?.focus();
  open?.scrollIntoView({ block: "nearest" });
}

function neighbour(row: HTMLElement, key: string): Element | null | undefined {
  switch (key) {
    case "ArrowUp":
      return row.previousElementSibling;
    case "ArrowDown":
      return row.nextElementSibling;
    case "Home":
      return row.parentElement?.firstElementChild;
    case "End":
      return row.parentElement?.lastElementChild;
    default:
      return undefined;
  }
}

function setStop(row: HTMLElement | undefined, isStop: boolean): void {
  const index = isStop ? 0 : -1;
  for (const each of row?.querySelectorAll<HTMLElement>(".open, .action") ?? []) {
    if (each.tabIndex !== index) each.tabIndex = index;
  }
}
