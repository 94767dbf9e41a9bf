import type { AbstractAgent } from "@ag-ui/client";
import type { AgentCapabilities } from "@ag-ui/core";
import { describe } from "../../codec/describe.js";
import { plainCopy } from "../../codec/plain-copy.js";
import { isObject } from "../../codec/safe-read.js";
import { deepFreeze } from "../../tools/deep-freeze.js";

/** How many values capabilities may hold. */
const mostValues = 10_000;

/**
 * What is known of an agent's abilities: what the page gave, else what the agent itself says. The protocol has a form for
 * it, and no way to ask a server; so what is absent is unknown, and never means "no".
 */
export class KnownCapabilities {
  readonly #known: () => void;
  #given: AgentCapabilities | undefined;
  readonly #said = new WeakMap<AbstractAgent, { capabilities: AgentCapabilities | undefined }>();

  /** @param known is called when an agent has answered. */
  constructor(known: () => void) {
    this.#known = known;
  }

  /** What is known now. The first look asks the agent, if it can be asked. */
  of(agent: AbstractAgent): AgentCapabilities | undefined {
    if (this.#given) return this.#given;
    const said = this.#said.get(agent);
    if (said) return said.capabilities;
    this.#said.set(agent, { capabilities: undefined });
    void this.#ask(agent);
    return undefined;
  }

  /** What the page knows; nothing for what the agent says. @throws {TypeError} when it is no object of JSON values. */
  set given(given: AgentCapabilities | null | undefined) {
    if (given === null || given === undefined) {
      this.#given = undefined;
      return;
    }
    if (!isObject(given) || Array.isArray(given)) {
      throw new TypeError(
        `<ag-ui-agent>: capabilities must be an object, but is ${describe(given)}.`,
      );
    }
    this.#given = copied(given);
  }

  async #ask(agent: AbstractAgent): Promise<void> {
    if (typeof agent.getCapabilities !== "function") return;
    try {
      const said: unknown = await agent.getCapabilities();
      if (!isObject(said)) return;
      this.#said.set(agent, { capabilities: copied(said) });
    } catch (thrown) {
      console.warn("<ag-ui-agent>: the agent's capabilities are unknown.", thrown);
      return;
    }
    this.#known();
  }
}

function copied(given: object): AgentCapabilities {
  return deepFreeze(plainCopy(given, "<ag-ui-agent>: capabilities", mostValues));
}
