/**
 * Timers that go off when the test says so.
 *
 * @param only the length of those that are meant, in milliseconds; others stay the machine's
 */
export function ownTimers(only?: number): { tick(milliseconds: number): void; restore(): void } {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const timers = new Map<object, { readonly at: number; go(): void }>();
  let now = 0;
  const fake = (go: () => void, milliseconds: number, ...given: []) => {
    if (only !== undefined && milliseconds !== only) return set(go, milliseconds, ...given);
    const id = {};
    timers.set(id, { at: now + milliseconds, go });
    return id;
  };
  const forget = (id: object) => {
    if (!timers.delete(id)) clear(id as NodeJS.Timeout);
  };
  Object.assign(globalThis, { setTimeout: fake, clearTimeout: forget });
  return {
    tick(milliseconds) {
      now += milliseconds;
      for (const [id, { at, go }] of [...timers]) {
        if (at <= now && timers.delete(id)) go();
      }
    },
    restore: () => void Object.assign(globalThis, { setTimeout: set, clearTimeout: clear }),
  };
}
