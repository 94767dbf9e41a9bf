/** An answer as models write them, of about so many characters: headings, paragraphs, lists, code and tables by turns. */
export function answer(characters: number): string {
  let text = "";
  for (let part = 1; text.length < characters; part += 1) text += section(part);
  return text.slice(0, text.lastIndexOf("\n\n") + 2);
}

const section = (part: number): string => `## Part ${part}

The **first** step is to read \`config.json\`, as the [guide](https://example.com/${part}) says. It has *three* keys, and
each of them may be left out; what is left out has the value that stands in the table below.

- a list with **bold** words
- a second item with \`code\`
- a third one, which is a little longer than the others are

\`\`\`js
const value = await read("config.json");
console.log(value.key, ${part});
\`\`\`

| Key | Default |
| --- | --- |
| a | ${part} |
| b | nothing |

`;
