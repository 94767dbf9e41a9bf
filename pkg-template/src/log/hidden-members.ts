import { isArray } from "../codec/safe-read.js";

/** The maximum length of a text that may name its neighbour, in UTF-16 units. */
const LONGEST_NAME = 100;

/**
 * Returns a function that is true for the hidden members of an object or a list: by their keys, or by their neighbours.
 */
export function hiddenMembers(
  hides: (key: string) => boolean,
  holder: object,
): (key: string) => boolean {
  const isHiddenName = (name: unknown): name is string =>
    typeof name === "string" && name.length <= LONGEST_NAME && hides(name);
  if (isArray(holder)) {
    return (key) => {
      const before: unknown = Number(key) > 0 ? member(holder, Number(key) - 1) : undefined;
      // Arguments of a command: ["--password", "…"].
      if (typeof before === "string" && /^--?[a-z]/i.test(before) && !before.includes("=")) {
        return isHiddenName(before) || before === "-p";
      }
      // A header, or another entry with a name: ["authorization", "Token …"].
      return key === "1" && holder.length === 2 && isHiddenName(before);
    };
  }
  // The same as an object: { name: "authorization", value: "Token …" }.
  const isEntry = ["name", "key", "header"].some((key) => isHiddenName(own(holder, key)));
  return (key) => hides(key) || (isEntry && /^values?$/i.test(key));
}

function own(holder: object, key: string): unknown {
  return Object.hasOwn(holder, key) ? member(holder, key) : undefined;
}

/** A member of an object. Exceptions of getters and Proxies do not reach the log. */
export function member(holder: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(holder, key);
  } catch {
    return "[could not be read]";
  }
}
