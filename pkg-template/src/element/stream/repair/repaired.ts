import { type BaseEvent, EventType } from "@ag-ui/core";
import { concatMap, type MonoTypeOperatorFunction } from "rxjs";
import { EventOrder, type RunNames } from "./event-order.js";
import { plainEvent } from "./plain-event.js";

/**
 * The fields of events as `@ag-ui/client` takes them; see `plainEvent`. An event of no known kind is left out.
 *
 * @param isUnknown is given each of those.
 */
export function withPlainFields(
  isUnknown: (event: BaseEvent) => void,
): MonoTypeOperatorFunction<BaseEvent> {
  const unknown = new Set<string>();
  return concatMap((event) => {
    if (known.has(event.type)) return [plainEvent(event)];
    isUnknown(event);
    if (!unknown.has(event.type)) {
      unknown.add(event.type);
      console.warn(
        `<ag-ui-agent>: AG-UI has no event ${JSON.stringify(event.type)}: it is left out, and reported by ag-ui-event.`,
      );
    }
    return [];
  });
}

/** The events of a stream in an order that `@ag-ui/client` takes; see `EventOrder`. They must be whole, not chunks. */
export function inPlainOrder(run: RunNames): MonoTypeOperatorFunction<BaseEvent> {
  const order = new EventOrder(run);
  return concatMap((event) => order.incoming(event));
}

const known = new Set<string>(Object.values(EventType));
