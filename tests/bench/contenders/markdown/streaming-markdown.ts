import { default_renderer, parser, parser_end, parser_write } from "streaming-markdown";
import type { Renderer } from "./renderer.js";

export const streamingMarkdown: Renderer = {
  name: "streaming-markdown",
  kind: "peer",
  notes: ["reads each character once and takes nothing back: an approximation of CommonMark"],
  begin(element) {
    const reader = parser(default_renderer(element));
    return {
      push: (piece) => parser_write(reader, piece),
      end: () => parser_end(reader),
    };
  },
};
