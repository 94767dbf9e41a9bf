/**
 * Records the listeners that are added to these targets from now on.
 *
 * @param targets by the names that they are listed by.
 * @returns a function that lists the listeners that are there, as `name: type`.
 */
export function listenersOn(targets: Record<string, EventTarget>): () => string[] {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const names = new Map(Object.entries(targets).map(([name, target]) => [target, name]));
  const listening = new Map<EventTarget, Set<string>>();
  const ids = new WeakMap<object, number>();
  let lastId = 0;

  /** The key of a registration: two with the same key are one. */
  const keyOf = (type: string, listener: object, options: unknown): string => {
    if (!ids.has(listener)) ids.set(listener, ++lastId);
    const capture = typeof options === "object" ? Object(options).capture : options;
    return `${type} ${ids.get(listener)} ${Boolean(capture)}`;
  };

  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window;
    addEventListener.call(target, type, listener, options);
    if (!listener || !names.has(target)) return;
    const key = keyOf(type, listener, options);
    const keys = listening.get(target) ?? new Set();
    listening.set(target, keys.add(key));
    const { once, signal } = Object(options) as AddEventListenerOptions;
    const gone = () => keys.delete(key);
    if (once) addEventListener.call(target, type, gone, { once: true });
    if (signal) addEventListener.call(signal, "abort", gone, { once: true });
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    const target = this ?? window;
    removeEventListener.call(target, type, listener, options);
    if (listener) listening.get(target)?.delete(keyOf(type, listener, options));
  };
  return () =>
    [...listening].flatMap(([target, keys]) =>
      Array.from(keys, (key) => `${names.get(target)}: ${key.split(" ", 1)[0]}`),
    );
}
