import type { BaseEvent } from "@ag-ui/core";
import { textPieceTypes } from "../protocol/event-kinds.js";

type Piece = BaseEvent & Readonly<Record<string, unknown>> & { readonly delta: string };

/**
 * The event at a place and, where it is a piece of a text, the pieces behind it that say nothing else, as one. Says the
 * place of what comes next.
 */
export function joinedAt(
  events: readonly BaseEvent[],
  at: number,
): { readonly event: BaseEvent | undefined; readonly next: number } {
  const first = events[at];
  if (!first || !isPiece(first)) return { event: first, next: at + 1 };
  const deltas: string[] = [];
  let last: Piece = first;
  let next = at;
  for (let event: BaseEvent | undefined = first; event; event = events[next]) {
    if (!isPiece(event) || !isMore(last, event)) break;
    deltas.push(event.delta);
    last = event;
    next += 1;
  }
  return { event: { ...last, delta: deltas.join("") } as BaseEvent, next };
}

function isPiece(event: BaseEvent): event is Piece {
  return textPieceTypes.has(event.type) && typeof (event as Piece).delta === "string";
}

/** Whether it says nothing else than the one before it. The time is that of the last piece. */
function isMore(last: Piece, piece: Piece): boolean {
  const keys = Object.keys(piece);
  return (
    keys.length === Object.keys(last).length &&
    keys.every((key) => key === "delta" || key === "timestamp" || piece[key] === last[key])
  );
}
