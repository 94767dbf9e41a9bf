import { activatedBy, addressesOf, addressesOfForm } from "./activation.js";
import { addressOr, type RawAddress } from "./address.js";

type View = Window & typeof globalThis;

/**
 * Checks the calls by which a page's script leaves its document without a preventable event: opening a window,
 * submitting a form, clicking a link outside of any document. The returned function restores the originals.
 */
export function judgeCalls(view: View, isHeld: (to: readonly RawAddress[]) => boolean): () => void {
  const { document } = view;
  const restored = [
    replace(view, "open", (open) => (...args) => {
      const [url] = args as [unknown];
      const to = url === undefined ? [] : addressOr(document, String(url), true);
      return isHeld(to) ? null : Reflect.apply(open, view, args);
    }),
    replace(view.HTMLFormElement.prototype, "submit", (submit) => {
      return function (this: HTMLFormElement, ...args) {
        return isHeld(addressesOfForm(this, undefined))
          ? undefined
          : Reflect.apply(submit, this, args);
      };
    }),
    replace(view.HTMLElement.prototype, "click", (click) => {
      return function (this: HTMLElement, ...args) {
        return isHeld(addressesOf(activatedBy(this)))
          ? undefined
          : Reflect.apply(click, this, args);
      };
    }),
  ];
  return () => {
    for (const restore of restored) restore();
  };
}

type Method = (this: never, ...args: unknown[]) => unknown;

/** Puts another method in place of one, where the page allows that. */
function replace(on: object, name: string, make: (method: Method) => Method): () => void {
  const own = Object.getOwnPropertyDescriptor(on, name);
  const method: unknown = Reflect.get(on, name);
  if (typeof method !== "function" || own?.configurable === false) return () => {};
  const value = make(method as Method);
  Reflect.defineProperty(on, name, { value, configurable: true, writable: true, enumerable: true });
  return () => {
    // A page that has put its own there meanwhile keeps that.
    if (Object.getOwnPropertyDescriptor(on, name)?.value !== value) return;
    if (own) Reflect.defineProperty(on, name, own);
    else Reflect.deleteProperty(on, name);
  };
}
