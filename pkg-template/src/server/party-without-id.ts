import { isObject, read } from "../codec/safe-read.js";
import { isId } from "./key.js";

/**
 * The user or the organisation, where it is there and can't be told from others. It is no one else's request and nobody's: a server has
 * made a mistake, and must not take one user for another.
 */
export function partyWithoutId(context: object): "user" | "organisation" | undefined {
  return (["user", "organisation"] as const).find((name) => {
    const party = read(context, name);
    if (party === undefined || party === null) return false;
    return !isObject(party) || !isId(read(party, "id"));
  });
}
