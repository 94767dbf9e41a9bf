import { report } from "../events/report.js";
import { markdown } from "./late-modules.js";
import type { MarkdownView } from "./markdown/markdown-view.js";
import type { MarkdownOptions } from "./markdown/render/options.js";

/**
 * What makes views of Markdown, once it can be read. Without the page's options where they are refused: its messages are shown
 * anyway.
 */
export function markdownViews(options: MarkdownOptions): (() => MarkdownView) | undefined {
  const View = markdown.now?.MarkdownView;
  if (!View) return undefined;
  try {
    new View(options);
    return () => new View(options);
  } catch (fault) {
    report(fault);
    return () => new View({ strings: options.strings });
  }
}
