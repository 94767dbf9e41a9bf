/** The two shapes of long arguments: a text that is written, and a list that is filled. */

export interface Shape {
  readonly id: "string" | "array";
  readonly title: string;
  /** JSON text of so many characters, or a few less. */
  text(characters: number): string;
  /** How far a value has come. */
  progress(value: unknown): number;
}

const words =
  "the quick brown fox jumps over a lazy dog while seven wizards make toxic brew for an evil queen and jack".split(
    " ",
  );

export const string: Shape = {
  id: "string",
  title: "One long string",
  text(characters) {
    const [head, tail] = ['{"text":"', '"}'];
    const pieces: string[] = [];
    let length = head.length + tail.length;
    for (let index = 0; length < characters; index += 1) {
      const piece = `${words[index % words.length]}${punctuation(index)}`;
      pieces.push(piece);
      length += piece.length;
    }
    // No text ends in the middle of an escape.
    while (length > characters) length -= pieces.pop()?.length ?? length;
    return `${head}${pieces.join("")}${tail}`;
  },
  progress: (value) => (value as { text?: string } | undefined)?.text?.length ?? 0,
};

export const array: Shape = {
  id: "array",
  title: "An array of objects",
  text(characters) {
    const [head, tail] = ['{"items":[', "]}"];
    const pieces: string[] = [];
    let length = head.length + tail.length;
    for (let index = 0; ; index += 1) {
      const piece = JSON.stringify(item(index));
      length += piece.length + (index && 1);
      if (length > characters) break;
      pieces.push(piece);
    }
    return `${head}${pieces.join(",")}${tail}`;
  },
  progress: (value) => (value as { items?: unknown[] } | undefined)?.items?.length ?? 0,
};

/** A text cut into deltas. */
export function cut(text: string, size: number): string[] {
  const deltas: string[] = [];
  for (let at = 0; at < text.length; at += size) deltas.push(text.slice(at, at + size));
  return deltas;
}

/** Prose with what JSON escapes, and now and then a letter beyond ASCII. */
function punctuation(index: number): string {
  if (index % 61 === 60) return ".\\n\\n";
  if (index % 23 === 22) return ' \\"café\\" ';
  if (index % 13 === 12) return ".\\n";
  return " ";
}

/** An order line: about 170 bytes. */
function item(index: number): object {
  return {
    id: 1000 + index,
    name: `${words[index % words.length]} ${words[(index * 7) % words.length]}`,
    price: Math.round(((index * 37.77) % 500) * 100) / 100,
    inStock: index % 3 !== 0,
    tags: [words[(index * 3) % words.length], words[(index * 5) % words.length]],
    size: { width: (index * 11) % 90, height: (index * 17) % 60, unit: "cm" },
    note: index % 4 ? null : `ask for "${words[(index * 13) % words.length]}"`,
  };
}
