const ROW = "[data-row]";
const ACTION = ".action";

/**
 * The keyboard in the list of messages: one message is a stop of Tab, with its buttons behind it; the arrow keys, Home and End lead to
 * the others. A thread of thousands is one stop on the way to the composer.
 */
export class RowFocus {
  #current: HTMLElement | undefined;

  /** Makes the last message the stop, unless the keyboard is in another one. To be called after each update. */
  settle(list: HTMLElement): void {
    const current = this.#current;
    const holds = current?.isConnected && current.matches(":focus-within");
    if (holds) {
      setStop(current, true);
      return;
    }
    // The last row of the last chunk: a long thread is not looked through.
    const last = list.lastElementChild?.lastElementChild;
    this.#set(last instanceof HTMLElement && last.matches(ROW) ? last : undefined);
  }

  focused(event: FocusEvent): void {
    const row = (event.target as Element).closest<HTMLElement>(ROW);
    if (row) this.#set(row);
  }

  pressed(event: KeyboardEvent, list: HTMLElement): void {
    const row = event.target as HTMLElement;
    if (!row.matches(ROW) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    const next = this.#next(event.key, row, list);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  }

  #next(key: string, row: HTMLElement, list: HTMLElement): HTMLElement | undefined {
    const moves: Record<string, (rows: HTMLElement[]) => HTMLElement | undefined> = {
      ArrowUp: (rows) => rows[rows.indexOf(row) - 1],
      ArrowDown: (rows) => rows[rows.indexOf(row) + 1],
      Home: (rows) => rows[0],
      End: (rows) => rows.at(-1),
    };
    const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
    return move?.([...list.querySelectorAll<HTMLElement>(ROW)]);
  }

  #set(row: HTMLElement | undefined): void {
    if (this.#current !== row) setStop(this.#current, false);
    this.#current = row;
    setStop(row, true);
  }
}

function setStop(row: HTMLElement | undefined, isStop: boolean): void {
  if (!row) return;
  const index = isStop ? 0 : -1;
  if (row.tabIndex !== index) row.tabIndex = index;
  for (const action of row.querySelectorAll<HTMLElement>(ACTION)) action.tabIndex = index;
}

/** The element of a row, by its key. */
export function rowElement(list: HTMLElement, key: string): HTMLElement | undefined {
  const rows = list.querySelectorAll<HTMLElement>(ROW);
  return [...rows].find(({ dataset }) => dataset.row === key);
}
