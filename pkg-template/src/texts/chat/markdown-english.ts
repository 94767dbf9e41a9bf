import type { MarkdownStrings } from "./markdown-strings.js";

/** The texts in messages, in English. */
export const english: MarkdownStrings = {
  markdownCopy: "Copy",
  markdownCopyCode: (language) => (language ? `Copy code (${language})` : "Copy code"),
  markdownCopied: "Copied",
  markdownSelected: "Selected. Press Ctrl+C or ⌘C to copy.",
  markdownCode: (language) => (language ? `Code (${language})` : "Code"),
  markdownTable: (columns) => (columns ? `Table: ${columns}` : "Table"),
  markdownDone: "Done",
  markdownNotDone: "Not done",
  markdownImage: (text, place) => (text ? `Image: ${text} (${place})` : `Image (${place})`),
};
