/** An element of the page, as `get_page` shows it in a line. */
export interface Element {
  readonly role: string;
  readonly name: string;
  readonly ref: string;
}

/** The elements of what `get_page` answered that have a name. */
export function elementsIn(text: string): readonly Element[] {
  return text.split("\n").flatMap((line) => {
    const name = /"((?:[^"\\]|\\.)*)"/.exec(line);
    const around = name ? line.replace(name[0], " ") : line;
    const ref = /\be\d+\b/.exec(around)?.[0];
    const role = /\b[a-z]{3,}\b/.exec(around)?.[0];
    return name?.[1] !== undefined && ref && role ? [{ role, name: name[1], ref }] : [];
  });
}
