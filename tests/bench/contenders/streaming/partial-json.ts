import { parse } from "partial-json";
import type { Streamer } from "./streamer.js";

export const partialJson: Streamer = {
  name: "partial-json",
  kind: "peer",
  notes: [],
  read(deltas, look) {
    let text = "";
    let value: unknown;
    for (const delta of deltas) {
      text += delta;
      value = parse(text);
      look(value);
    }
    return value;
  },
};
