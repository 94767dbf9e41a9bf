import { isDeepStrictEqual } from "node:util";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** Leftovers of a test that a navigation does not remove. */
export interface Leftovers {
  /** The addresses of open pages. */
  readonly pages: string[];
  /** The names of entries in the storage of the last document's origin, and of cookies. */
  readonly stored: string[];
}

/** Methods of a context, its page or its clock whose effects can't be undone. */
const irreversible = {
  context: [
    "addInitScript",
    "exposeBinding",
    "exposeFunction",
    "grantPermissions",
    "newCDPSession",
    "setDefaultNavigationTimeout",
    "setDefaultTimeout",
    "setExtraHTTPHeaders",
    "setGeolocation",
    "setHTTPCredentials",
    "setOffline",
  ],
  page: [
    "addInitScript",
    "addLocatorHandler",
    "exposeBinding",
    "exposeFunction",
    "setDefaultNavigationTimeout",
    "setDefaultTimeout",
    "setExtraHTTPHeaders",
  ],
  clock: ["install", "pauseAt", "setFixedTime", "setSystemTime"],
} as const;

const viewport = { width: 1280, height: 720 };

/**
 * A context with a page, for one test after the other. A document of such a page costs a quarter of one in a new
 * context: the caches are warm, and the browser starts no process for it.
 */
export class ReusableContext {
  readonly context: BrowserContext;
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #listeners: Listeners;
  #isReusable = true;
  #keptFor: string | undefined;

  private constructor(context: BrowserContext, page: Page, session: CDPSession) {
    this.context = context;
    this.#page = page;
    this.#session = session;
    this.#listeners = new Listeners(context, page);
    const whole = { context, page, clock: context.clock };
    for (const [name, methods] of Object.entries(irreversible)) {
      const target = whole[name as keyof typeof whole] as unknown as Record<string, Method>;
      for (const method of methods) {
        const original = target[method] as Method;
        target[method] = (...args) => {
          this.#isReusable = false;
          return original.apply(target, args);
        };
      }
    }
  }

  static async open(browser: Browser): Promise<ReusableContext> {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    return new ReusableContext(context, page, await context.newCDPSession(page));
  }

  /** Returns true if another test can have it. */
  get isReusable(): boolean {
    return this.#isReusable;
  }

  /** The file whose tests may go on with the page's document. */
  get keptFor(): string | undefined {
    return this.#isReusable ? this.#keptFor : undefined;
  }

  /**
   * Undoes what a test did. Where that is impossible, closes the context instead.
   *
   * @param keptFor the file for whose tests the document stays; nothing is to be stored then. By default it is left.
   */
  async reset(keptFor?: string): Promise<Leftovers> {
    const page = this.#page;
    const others = this.context.pages().filter((other) => other !== page);
    const cookies = (await this.context.cookies()).map(({ name }) => `cookie ${name}`);
    const stored = page.isClosed() ? [] : await this.#stored().catch(ofReplacedDocument);
    const left = { pages: others.map((other) => other.url()), stored: [...cookies, ...stored] };
    if (page.isClosed() || !this.#isReusable) {
      await this.close();
      return left;
    }
    await Promise.all(others.map((other) => other.close()));
    this.#listeners.restore();
    await Promise.all([
      page.unrouteAll({ behavior: "ignoreErrors" }),
      this.context.unrouteAll({ behavior: "ignoreErrors" }),
    ]);
    this.#keptFor = left.stored.length === 0 ? keptFor : undefined;
    if (this.#keptFor === undefined) await this.#leaveDocument();
    await Promise.all([
      page.mouse.move(0, 0),
      ...(isDeepStrictEqual(page.viewportSize(), viewport) ? [] : [page.setViewportSize(viewport)]),
      page.emulateMedia({
        media: null,
        colorScheme: "light",
        contrast: "no-preference",
        forcedColors: "none",
        reducedMotion: "no-preference",
      }),
    ]);
    return left;
  }

  async #leaveDocument(): Promise<void> {
    await this.#page.goto("about:blank");
    await Promise.all([
      this.#session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" }),
      this.#session.send("Page.resetNavigationHistory"),
      this.context.clearCookies(),
    ]);
  }

  async close(): Promise<void> {
    this.#isReusable = false;
    await this.context.close();
  }

  /** The stored entries of the document's origin, read in an isolated world because the test may have changed the page's globals. */
  async #stored(): Promise<string[]> {
    const session = this.#session;
    const { frameTree } = await session.send("Page.getFrameTree");
    const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression: `(${storedHere})()`,
      contextId: world.executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(result.description ?? exceptionDetails.text);
    return result.value;
  }
}

/** A document that another one replaces meanwhile is not looked into. */
function ofReplacedDocument(error: Error): string[] {
  if (/context/.test(error.message)) return [];
  throw error;
}

type Method = (...args: unknown[]) => unknown;

/** Runs in the page: the names of what its origin has stored. Clears what belongs to the tab alone. */
async function storedHere(): Promise<string[]> {
  window.name = "";
  // A document without an origin, such as about:blank, has no storage.
  if (globalThis.origin === "null") return [];
  const stored: string[] = [];
  for (const key of Object.keys(localStorage)) stored.push(`localStorage ${key}`);
  for (const key of Object.keys(sessionStorage)) stored.push(`sessionStorage ${key}`);
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) stored.push(`IndexedDB ${name}`);
  if (!isSecureContext) return stored;
  for (const name of await caches.keys()) stored.push(`cache ${name}`);
  const workers = await navigator.serviceWorker.getRegistrations();
  for (const { scope } of workers) stored.push(`service worker of ${scope}`);
  const files = (await navigator.storage.getDirectory()) as unknown as {
    keys(): AsyncIterable<string>;
  };
  for await (const name of files.keys()) stored.push(`file ${name}`);
  return stored;
}

interface Emitter {
  eventNames(): (string | symbol)[];
  listeners(type: string | symbol): Method[];
  off(type: string | symbol, listener: Method): unknown;
}

/** The listeners on a context and its page, to remove those that a test has added. */
class Listeners {
  readonly #before: Map<Emitter, Set<Method>>;

  constructor(...emitters: object[]) {
    this.#before = new Map(
      (emitters as Emitter[]).map((emitter) => [emitter, new Set(listenersOf(emitter))]),
    );
  }

  restore(): void {
    for (const [emitter, before] of this.#before)
      for (const type of emitter.eventNames())
        for (const listener of emitter.listeners(type))
          if (!before.has(listener)) emitter.off(type, listener);
  }
}

function listenersOf(emitter: Emitter): Method[] {
  return emitter.eventNames().flatMap((type) => emitter.listeners(type));
}
