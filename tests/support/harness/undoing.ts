import { listenersOn } from "./listening.js";

/** Undoes what a test has done to its page. */
export interface Undoing {
  /**
   * Removes the nodes and the globals that came since the start, and returns what else has changed. The page is as it was
   * at the start when it returns nothing.
   */
  undo(): Promise<string[]>;
}

/** Watches the page from now on, so that what comes after `start()` can be undone. */
export function watchPage(): { start(): Undoing } {
  const { documentElement, head, body } = document;
  const roots = [documentElement, head, body];
  const listeners = listenersOn({ window, document, documentElement, head, body });
  const waiting = watchTimers();
  const made = watchMade();
  const nodesNow = (): ChildNode[] => roots.flatMap(({ childNodes }) => [...childNodes]);

  function start(): Undoing {
    body.replaceChildren();
    const nodes = new Set(nodesNow());
    const globals = new Set(Reflect.ownKeys(globalThis));
    const facts = (): Map<string, unknown> =>
      new Map([
        ...factsOfPage(roots),
        ...factsOfGlobals(),
        ["listeners", listeners().sort().join()],
        ["timers", waiting()],
        ["made", made()],
      ]);
    const before = facts();
    return {
      async undo() {
        // The elements end what they run.
        for (const node of nodesNow()) if (!nodes.has(node)) node.remove();
        for (const key of Reflect.ownKeys(globalThis)) {
          if (!globals.has(key)) Reflect.deleteProperty(globalThis, key);
        }
        getSelection()?.removeAllRanges();
        await new Promise((resolve) => setTimeout(resolve));
        const now = facts();
        return [...new Set([...before.keys(), ...now.keys()])].filter(
          (fact) => !Object.is(before.get(fact), now.get(fact)),
        );
      },
    };
  }
  return { start };
}

/** The place where the package keeps what waits for a person, in a set. */
const openQuestions = Symbol.for("ag-ui-lit.open-questions");

/** The state of the document and its window, by names. */
function factsOfPage(roots: readonly Element[]): [string, unknown][] {
  const shallow = roots.map((root) => (root.cloneNode() as Element).outerHTML);
  return [
    ["attributes", shallow.join()],
    ["nodes", roots.map(({ childNodes }) => childNodes.length).join()],
    ["shadow roots", roots.some(({ shadowRoot }) => shadowRoot)],
    ["style sheets", document.adoptedStyleSheets.length],
    ["address", location.href],
    ["history", history.length],
    ["name", window.name],
    ["title", document.title],
    ["focus", document.activeElement],
    ["scroll position", `${scrollX} ${scrollY}`],
    ["open questions", Reflect.get(globalThis, openQuestions)?.size],
    ["onerror", window.onerror],
    ["onunhandledrejection", window.onunhandledrejection],
  ];
}

/** Objects of the browser that code of a page calls by name, whose members tests and packages replace. */
const objects = () => ({ JSON, Math, Reflect, console, crypto, document, navigator, performance });

/** Classes whose members tests and packages replace. Of the others only the class itself is compared. */
const looksInto =
  /^(Object|Function|Array|String|Number|Promise|Map|Set|RegExp|Date|Error|WebAssembly|Abort.*|(Custom|Submit)?Event|EventTarget|FormData|Headers|Request|Response|ReadableStream.*|Text(De|En)coder|URL|Node|Element|Document|ShadowRoot|CharacterData|MutationObserver|HTML(Form|Input|Select|TextArea|Button|Option|Label|Dialog)?Element)$/;

/** The globals, their members and those of their prototypes, by paths. */
function factsOfGlobals(): Map<string, unknown> {
  const facts = new Map<string, unknown>();
  const add = (path: string, owner: object): void => {
    for (const key of Reflect.ownKeys(owner)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
      facts.set(`${path}.${String(key)}`, get ?? value);
      facts.set(`set ${path}.${String(key)}`, set);
    }
  };
  add("global", globalThis);
  // The event that is being dispatched.
  facts.delete("global.event");
  for (const [name, object] of Object.entries(objects())) add(name, object);
  for (const name of Object.getOwnPropertyNames(globalThis).filter((name) =>
    looksInto.test(name),
  )) {
    const value: unknown = Reflect.get(globalThis, name);
    if (typeof value === "object" && value) add(name, value);
    if (typeof value !== "function") continue;
    add(name, value);
    if (value.prototype) add(`${name}.prototype`, value.prototype);
  }
  return facts;
}

/** Watches timers and frames. Returns a function that counts those that wait. */
function watchTimers(): () => number {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const { requestAnimationFrame, cancelAnimationFrame } = globalThis;
  const waiting = new Set<string>();
  const watched =
    (kind: string, begin: (...args: never[]) => unknown, isOnce: boolean) =>
    (handler: unknown, ...args: unknown[]): unknown => {
      const call = (...given: unknown[]): void => {
        if (isOnce) waiting.delete(`${kind} ${id}`);
        Reflect.apply(handler as () => void, globalThis, given);
      };
      const isText = typeof handler !== "function";
      const id = Reflect.apply(begin, globalThis, [isText ? handler : call, ...args] as never[]);
      waiting.add(`${kind} ${id}`);
      return id;
    };
  const forgotten =
    (kind: string, end: (id: never) => void) =>
    (id: unknown): void => {
      waiting.delete(`${kind} ${id}`);
      Reflect.apply(end, globalThis, [id as never]);
    };
  Object.assign(globalThis, {
    setTimeout: watched("timer", setTimeout, true),
    setInterval: watched("timer", setInterval, false),
    clearTimeout: forgotten("timer", clearTimeout),
    clearInterval: forgotten("timer", clearInterval),
    requestAnimationFrame: watched("frame", requestAnimationFrame, true),
    cancelAnimationFrame: forgotten("frame", cancelAnimationFrame),
  });
  return () => waiting.size;
}

/** Watches what lives as long as its document. Returns a function that counts it. */
function watchMade(): () => number {
  let count = 0;
  const watched = <Callee extends (...args: never[]) => unknown>(callee: Callee): Callee =>
    function (this: unknown, ...args: Parameters<Callee>) {
      count += 1;
      return Reflect.apply(callee, this, args);
    } as Callee;
  for (const name of ["Worker", "SharedWorker", "BroadcastChannel"] as const) {
    const construct = (...args: Parameters<typeof Reflect.construct>): object => {
      count += 1;
      return Reflect.construct(...args);
    };
    Object.assign(globalThis, { [name]: new Proxy(globalThis[name], { construct }) });
  }
  customElements.define = watched(customElements.define);
  return () => count;
}
