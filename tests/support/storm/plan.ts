import { Chance } from "./chance.js";

/** The tools of the storm, by where they run. What each does is in its name. */
export const serverTools = [
  "server_adds",
  "server_is_slow",
  "server_reads",
  "server_fails",
] as const;
export const clientTools = ["page_notes", "page_is_slow", "page_fails"] as const;
export const preflightTools = ["pay"] as const;

const all = [...serverTools, ...clientTools, ...preflightTools, "nobody_has_it"];

/** What the model asks for in one conversation: in each turn some tools, at once. */
export function planOf(seed: number): readonly (readonly string[])[] {
  const chance = new Chance(seed);
  return Array.from({ length: 1 + chance.below(3) }, () =>
    Array.from({ length: 1 + chance.below(3) }, () => chance.one(all)),
  );
}
