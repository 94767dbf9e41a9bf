import type { MarkdownStrings } from "./markdown-strings.js";

/** The texts in messages, in German. */
export const german: MarkdownStrings = {
  markdownCopy: "Kopieren",
  markdownCopyCode: (language) => (language ? `Code kopieren (${language})` : "Code kopieren"),
  markdownCopied: "Kopiert",
  markdownSelected: "Ausgewählt. Mit Strg+C oder ⌘C kopieren.",
  markdownCode: (language) => (language ? `Code (${language})` : "Code"),
  markdownTable: (columns) => (columns ? `Tabelle: ${columns}` : "Tabelle"),
  markdownDone: "Erledigt",
  markdownNotDone: "Nicht erledigt",
  markdownImage: (text, place) => (text ? `Bild: ${text} (${place})` : `Bild (${place})`),
};
