import { marked } from "marked";
import type { Renderer } from "./renderer.js";

/** The usual way: all of the text is read and set again for each piece. Without the sanitiser that it needs. */
export const markedWhole: Renderer = {
  name: "marked + innerHTML, not sanitised",
  kind: "reference",
  notes: ["what a text says becomes HTML: not to be shown without a sanitiser"],
  begin(element) {
    let text = "";
    return {
      push(piece) {
        text += piece;
        element.innerHTML = marked.parse(text, { async: false });
      },
      end() {},
    };
  },
};
