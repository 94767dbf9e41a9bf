import type { Streamer } from "./streamer.js";

/** The least that reading can cost: all at once when it is over. */
export const jsonParse: Streamer = {
  name: "JSON.parse, once, of the finished text (reference)",
  kind: "reference",
  notes: ["shows nothing before the end"],
  read(deltas, look) {
    let text = "";
    for (const delta of deltas) text += delta;
    const value: unknown = JSON.parse(text);
    look(value);
    return value;
  },
};
