/**
 * An `EventTarget` whose event types and their details are known: a misspelt type or field does not compile.
 *
 * `Events` maps each event type to its event.
 */
export interface TypedEventTarget<Events extends EventMap<Events>> extends EventTarget {
  addEventListener<Type extends keyof Events & string>(
    type: Type,
    listener: TypedListener<Events[Type]> | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Type extends keyof Events & string>(
    type: Type,
    listener: TypedListener<Events[Type]> | null,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** Every member an event. */
type EventMap<Events> = { [Type in keyof Events]: Event };

/** A listener of an event, as accepted by `TypedEventTarget`. */
export type TypedListener<E extends Event> = ((event: E) => void) | { handleEvent(event: E): void };

/** `EventTarget` as a base class of a `TypedEventTarget`: classes exported from Rust can't extend it. */
export const TypedEventTarget = EventTarget as unknown as new <
  Events extends EventMap<Events>,
>() => TypedEventTarget<Events>;
