import { type Offered, offeredItems } from "./choose-files.js";

/** What a drop target asks and reports. */
export interface DropTarget {
  /** Whether files may be attached now. */
  isOpen(): boolean;
  /** Files are dragged over it, or not any more. */
  overChanged(isOver: boolean): void;
  dropped(files: Offered): void;
}

/** Handlers of an element that files are dropped on. Other drags, such as a text, are left to the browser. */
export class FileDrop {
  readonly #target: DropTarget;
  #isOver = false;

  constructor(target: DropTarget) {
    this.#target = target;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  readonly over = (event: DragEvent): void => {
    const transfer = event.dataTransfer;
    if (!transfer?.types.includes("Files")) return;
    // Otherwise the browser opens a dropped file in place of the page, and the conversation is gone.
    event.preventDefault();
    const isOpen = this.#target.isOpen();
    transfer.dropEffect = isOpen ? "copy" : "none";
    this.#set(isOpen);
  };

  readonly left = (event: DragEvent): void => {
    const { currentTarget, relatedTarget } = event;
    const isInside =
      relatedTarget instanceof Node && (currentTarget as Node | null)?.contains(relatedTarget);
    if (!isInside) this.#set(false);
  };

  readonly dropped = (event: DragEvent): void => {
    this.#set(false);
    const transfer = event.dataTransfer;
    if (!transfer?.types.includes("Files")) return;
    event.preventDefault();
    this.#target.dropped(offeredItems(transfer));
  };

  #set(isOver: boolean): void {
    if (isOver === this.#isOver) return;
    this.#isOver = isOver;
    this.#target.overChanged(isOver);
  }
}
