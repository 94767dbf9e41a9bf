import type { Message } from "@ag-ui/core";
import { pngSize } from "./png-size.js";

/** The pictures in a message, each in words: what a model that can look at them would see. */
export function picturesIn(message: Message | undefined): string[] {
  if (message?.role !== "user" && message?.role !== "tool") return [];
  const { content } = message;
  if (typeof content === "string") return [];
  return content.flatMap((part) => {
    if (part.type !== "image" || part.source.type !== "data") return [];
    const { mimeType, value } = part.source;
    const size = pngSize(value);
    const kind = /^image\/([\w+.-]{1,20})$/.exec(mimeType)?.[1]?.toUpperCase() ?? "picture";
    const bytes = Math.round((value.length * 3) / 4);
    return [
      size
        ? `a ${kind} of ${size.width} × ${size.height} pixels`
        : `a ${kind} of ${bytes.toLocaleString("en")} bytes`,
    ];
  });
}
