import { english } from "ag-ui-lit/chat/english";
import { render } from "lit";
import { MarkdownView } from "../../../../pkg/dist/chat/markdown/markdown-view.js";
import type { Renderer } from "./renderer.js";

/** As `<ag-ui-chat>` shows a message. */
export const agUiLit: Renderer = {
  name: "<ag-ui-chat>'s Markdown",
  kind: "ours",
  notes: ["CommonMark and GFM; nothing in a text becomes HTML"],
  begin(element) {
    const view = new MarkdownView({ strings: english });
    let text = "";
    return {
      push(piece) {
        text += piece;
        render(view.render(text, false), element);
      },
      end: () => void render(view.render(text, true), element),
    };
  },
};
