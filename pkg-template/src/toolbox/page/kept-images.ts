/** Images that tools have made in this page, by the names by which other tools find them. */

/** The maximum number of kept images; the oldest go first. */
const mostImages = 20;

/** The maximum size of all kept images, in characters of their `data:` URLs. */
const mostCharacters = 40_000_000;

const images = new Map<string, string>();
let last = 0;

/**
 * Keeps an image, and gives it a name such as `screenshot-1`, which is never given again. The oldest are forgotten when
 * there are more than 20, or more than 40 million characters of them; one that is longer by itself is not kept.
 */
export function rememberImage(dataUrl: string): string {
  last += 1;
  const name = `screenshot-${last}`;
  if (dataUrl.length > mostCharacters) return name;
  images.set(name, dataUrl);
  for (const oldest of images.keys()) {
    if (images.size <= mostImages && charactersKept() <= mostCharacters) break;
    images.delete(oldest);
  }
  return name;
}

/** An image by its name, as a `data:` URL; nothing when there was none, or it was forgotten. */
export function imageOf(name: string): string | undefined {
  return images.get(name);
}

function charactersKept(): number {
  let characters = 0;
  for (const { length } of images.values()) characters += length;
  return characters;
}
