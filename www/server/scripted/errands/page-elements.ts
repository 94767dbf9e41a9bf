/** An element of the page, as `get_page` shows it in a line. */
export interface Element {
  readonly role: string;
  readonly name: string;
  readonly ref: string;
}

/** The elements with a name of what `get_page` answered: `- textbox "Title" [e3] (required)`. */
export function elementsIn(text: string): readonly Element[] {
  return Array.from(
    text.matchAll(/^ *- ([\w-]+) "((?:[^"\\]|\\.)*)" \[(e\d+)\]/gm),
    ([, role = "", name = "", ref = ""]) => ({ role, name, ref }),
  );
}
