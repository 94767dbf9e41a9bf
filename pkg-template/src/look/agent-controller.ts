import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isObject, read } from "../codec/safe-read.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";

/** Called with the agent that an element belongs to now; with `undefined` when it has none, or leaves its document. */
export type AgentFollower = (agent: AgUiAgent | undefined) => void;

const TAG = "ag-ui-agent";

/**
 * Finds the `<ag-ui-agent>` of an element: the given one, else the one with the id in the attribute `for`, else the one
 * around the element, else the one inside it. It may appear, be replaced or be upgraded later.
 *
 * @example
 * ```ts
 * class AgentStatus extends LitElement {
 *   readonly #agents = new AgentController(this, (agent) => this.#follow(agent));
 * }
 * ```
 */
export class AgentController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #follower: AgentFollower;
  #given: AgUiAgent | undefined;
  #agent: AgUiAgent | undefined;
  #followed: AgUiAgent | undefined;
  #id: string | null = null;
  #observer: MutationObserver | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, follower: AgentFollower) {
    this.#host = host;
    this.#follower = follower;
    host.addController(this);
  }

  /** The agent, once there is one that is upgraded. */
  get agent(): AgUiAgent | undefined {
    return isAgent(this.#given) ? this.#given : this.#agent;
  }

  /** Gives it an agent, which counts before any that could be found; `undefined` to find one again. */
  give(agent: AgUiAgent | null | undefined): void {
    this.#given = agent ?? undefined;
    if (this.#host.isConnected) this.#search();
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#search();
  }

  hostUpdate(): void {
    if (this.#host.isConnected && idOf(this.#host) !== this.#id) this.#search();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#follow(undefined);
  }

  readonly #search = (): void => {
    const host = this.#host;
    if (!host.isConnected) return;
    const id = idOf(host);
    if (id !== this.#id || !this.#observer) this.#observe(id);
    this.#id = id;
    const candidate = this.#given ?? (id ? byId(host, id) : (around(host) ?? inside(host)));
    this.#agent = isAgent(candidate) ? candidate : undefined;
    if (candidate && !this.#agent) this.#awaitUpgrade(candidate);
    this.#follow(this.#agent);
  };

  #follow(agent: AgUiAgent | undefined): void {
    if (agent === this.#followed) return;
    this.#followed = agent;
    this.#follower(agent);
    this.#host.requestUpdate();
  }

  #awaitUpgrade(candidate: Element): void {
    const name = read(candidate, "localName");
    // A name without a hyphen is that of no custom element, and a rejected promise.
    if (typeof name !== "string" || !name.includes("-") || customElements.get(name)) return;
    customElements.whenDefined(name).then(this.#search, () => {});
  }

  /** Watches for what could become the agent: ids in the roots around the element, or children of its own. */
  #observe(id: string | null): void {
    this.#observer?.disconnect();
    this.#observer = new MutationObserver(this.#search);
    const subtree = { childList: true, subtree: true };
    if (id) {
      for (const root of rootsOf(this.#host)) {
        this.#observer.observe(root, { ...subtree, attributeFilter: ["id"] });
      }
    } else this.#observer.observe(this.#host, subtree);
  }
}

/** The id in the property `for`, which Lit writes to the attribute only later; without one, that of the attribute. */
function idOf(host: Element): string | null {
  const own = read(host, "for");
  if (own === undefined) return host.getAttribute("for");
  return typeof own === "string" ? own : null;
}

/** The root of a node, and those around it. A node may be in a document of another realm, so no class is asked for. */
function* rootsOf(node: Node): Generator<Document | ShadowRoot> {
  let root = node.getRootNode();
  while ("getElementById" in root) {
    yield root as Document | ShadowRoot;
    if (!("host" in root)) return;
    root = (root as ShadowRoot).host.getRootNode();
  }
}

function byId(host: Element, id: string): Element | undefined {
  for (const root of rootsOf(host)) {
    const found = root.getElementById(id);
    if (found) return found;
  }
  return undefined;
}

/** The nearest agent around an element, through shadow roots. */
function around(host: Element): Element | undefined {
  let found = host.closest(TAG);
  for (const root of rootsOf(host)) {
    if (found) return found;
    if ("host" in root) found = root.host.closest(TAG);
  }
  return found ?? undefined;
}

const inside = (host: Element): Element | undefined => host.querySelector(TAG) ?? undefined;

/** Returns true if an element can be talked to: also one of a class that a page derived, under a name of its own. */
function isAgent(element: unknown): element is AgUiAgent {
  return isObject(element) && typeof read(element, "sendMessage") === "function";
}
