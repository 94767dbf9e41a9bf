/** A property that is made when somebody looks, once. */
export function lazy<Key extends string, T>(key: Key, make: () => T): { readonly [K in Key]: T } {
  let made: { readonly value: T } | undefined;
  const get = (): T => {
    made ??= { value: make() };
    return made.value;
  };
  return Object.defineProperty({}, key, { get, enumerable: true, configurable: true }) as never;
}
