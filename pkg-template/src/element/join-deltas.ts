import { type BaseEvent, EventType } from "@ag-ui/core";

/** The events that add a piece to a text. */
const pieces = new Set<string>([
  EventType.TEXT_MESSAGE_CONTENT,
  EventType.TEXT_MESSAGE_CHUNK,
  EventType.REASONING_MESSAGE_CONTENT,
  EventType.REASONING_MESSAGE_CHUNK,
  EventType.TOOL_CALL_ARGS,
  EventType.TOOL_CALL_CHUNK,
]);

type Piece = BaseEvent & Readonly<Record<string, unknown>> & { readonly delta: string };

/** The events, in which pieces of one text that follow each other are one piece. They say the same. */
export function joined(events: readonly BaseEvent[]): BaseEvent[] {
  const result: BaseEvent[] = [];
  let last: Piece | undefined;
  for (const event of events) {
    const piece = isPiece(event) ? event : undefined;
    if (piece && last && isMore(last, piece)) {
      last = { ...last, ...piece, delta: last.delta + piece.delta };
      result[result.length - 1] = last;
    } else {
      last = piece;
      result.push(event);
    }
  }
  return result;
}

function isPiece(event: BaseEvent): event is Piece {
  return pieces.has(event.type) && typeof (event as Piece).delta === "string";
}

/** Whether it says nothing else than the one before it. The time is that of the last piece. */
function isMore(last: Piece, piece: Piece): boolean {
  const keys = Object.keys(piece);
  return (
    keys.length === Object.keys(last).length &&
    keys.every((key) => key === "delta" || key === "timestamp" || piece[key] === last[key])
  );
}
