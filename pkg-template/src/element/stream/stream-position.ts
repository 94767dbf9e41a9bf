import { isObject, readText } from "../../codec/safe-read.js";
import { dataOf } from "./frame-data.js";

/** The longest id of an event that is kept. */
const longestId = 1_000;

/** The position in a stream of events, over all connections that it was read from. */
export class StreamPosition {
  /** The id of the last whole event; `""` for none. */
  lastId = "";
  /** Whether the event that ends the run has come. */
  isOver = false;
  /** The number of events received. */
  events = 0;

  /** Notes an event by its frame. Returns false for one that has come before. */
  take(frame: string): boolean {
    const id = idOf(frame);
    if (id !== undefined) {
      if (isEarlier(id, this.lastId)) return false;
      this.lastId = id;
    }
    this.events += 1;
    if (frame.includes('"RUN_')) this.#note(typeOf(frame));
    return true;
  }

  #note(type: string | undefined): void {
    if (type === "RUN_FINISHED" || type === "RUN_ERROR") this.isOver = true;
    if (type === "RUN_STARTED") this.isOver = false;
  }
}

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function idOf(frame: string): string | undefined {
  if (!frame.startsWith("id:") && !frame.includes("\nid:")) return undefined;
  const line = frame.split("\n").findLast((each) => each.startsWith("id:")) ?? "";
  const id = line.slice("id:".length).replace(/^ /, "");
  const isUsable = id !== "" && id.length <= longestId && !id.includes("\0");
  return isUsable ? id : undefined;
}

/** Numbers grow; other ids are opaque. */
function isEarlier(id: string, last: string): boolean {
  const areNumbers = /^\d{1,15}$/.test(id) && /^\d{1,15}$/.test(last);
  return areNumbers ? Number(id) <= Number(last) : id === last;
}

/** The type of a frame's event. */
function typeOf(frame: string): string | undefined {
  try {
    const event: unknown = JSON.parse(dataOf(frame));
    return isObject(event) ? readText(event, "type") : undefined;
  } catch {
    return undefined;
  }
}
