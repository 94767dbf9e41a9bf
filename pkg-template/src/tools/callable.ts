/** The page's functions by the wrappers that the core calls. */
const given = new WeakMap<object, object>();

/**
 * A function of the page that is called as a method of the object it was read from, so that its `this` is what it is
 * everywhere else, private members included. Not `bind`: that asks a Proxy of a function for more than a call.
 */
export function asMethod(owner: object, method: unknown): unknown {
  if (typeof method !== "function" || given.has(method)) return method;
  const callable = (...args: unknown[]): unknown => Reflect.apply(method, owner, args);
  given.set(callable, method);
  return callable;
}

/** The function that the page gave. */
export function givenFunction(callable: object): object {
  return given.get(callable) ?? callable;
}
