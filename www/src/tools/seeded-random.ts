/** Numbers from 0 to 1 that are always the same for the same text: sample data that doesn't change between visits. */
export function seededRandom(text: string): () => number {
  let state = 2166136261;
  for (const character of text)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x6d2b79f5;
    const mixed = Math.imul(state ^ (state >>> 13), 3266489909);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
  };
}
