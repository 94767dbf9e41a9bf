/** The parts of a message's Markdown, for `::part(…)`, each with what it is. */
export const markdownParts = {
  markdown: "The text of a message.",
  "markdown-paragraph": "A paragraph.",
  "markdown-heading": "A heading, of any level.",
  "markdown-list": "A list, with bullets or numbers.",
  "markdown-item": "An item of a list.",
  "markdown-checkbox": "The checkbox of a task.",
  "markdown-quote": "A quote.",
  "markdown-rule": "A line between paragraphs.",
  "markdown-code-block": "A block of code with its bar.",
  "markdown-code-bar": "The bar above the code.",
  "markdown-code-language": "The language, in the bar.",
  "markdown-copy": "The button that copies the code.",
  "markdown-copy-status": "The text beside it that says that the code was copied.",
  "markdown-code": "The code of a block.",
  "markdown-inline-code": "Code within a line.",
  "markdown-table-region": "The region in which a table scrolls.",
  "markdown-table": "A table.",
  "markdown-table-head": "A cell in the head of a table.",
  "markdown-table-cell": "A cell of a table.",
  "markdown-link": "A link.",
  "markdown-refused-link": "A link with a scheme that is not allowed: text with its address.",
  "markdown-image": "A picture.",
  "markdown-image-link": "A picture that is not loaded: its text and where it is.",
  "markdown-html": "HTML, as text.",
  "markdown-math": "A formula, as the page shows it.",
} as const;

/** The name of a part of a message's Markdown. */
export type MarkdownPart = keyof typeof markdownParts;
