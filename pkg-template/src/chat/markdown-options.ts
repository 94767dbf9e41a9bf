import type { MarkdownView } from "./markdown/markdown-view.js";

/** Options of the Markdown of messages. */
export type MarkdownOptions = ConstructorParameters<typeof MarkdownView>[0];
