import type { AgentCard } from "@a2a-js/sdk";
import type { DefaultAgentCardResolver } from "@a2a-js/sdk/client";
import { messageOf } from "../../codec/describe.js";

/** The path of a card, below an agent's address or next to it. */
const CARD = ".well-known/agent-card.json";

/**
 * Finds an agent's card: at the address itself if that ends with `.json`, else next to the address, else below it, as
 * with an agent that is served at a path.
 *
 * @throws {Error} with the addresses that were tried, and the answers.
 */
export async function findCard(
  resolver: DefaultAgentCardResolver,
  address: URL,
): Promise<AgentCard> {
  const failures: string[] = [];
  for (const place of placesOf(address)) {
    try {
      return await resolver.resolve(place.href, "");
    } catch (thrown) {
      failures.push(`${place.href} (${isMarkup(thrown) ? "no JSON" : messageOf(thrown)})`);
    }
  }
  throw new Error(`no agent card was found at ${failures.join(", nor at ")}.`);
}

function placesOf(address: URL): URL[] {
  if (address.pathname.endsWith(".json")) return [address];
  const beside = new URL(CARD, address);
  const below = new URL(address);
  below.search = "";
  below.hash = "";
  below.pathname = `${address.pathname.replace(/\/+$/, "")}/${CARD}`;
  return below.href === beside.href ? [beside] : [beside, below];
}

/** A server that has no card often answers with its page. */
function isMarkup(thrown: unknown): boolean {
  return thrown instanceof SyntaxError;
}
