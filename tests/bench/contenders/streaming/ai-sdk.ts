import { parsePartialJson } from "ai";
import type { Streamer } from "./streamer.js";

export const aiSdk: Streamer = {
  name: "AI SDK parsePartialJson",
  kind: "peer",
  notes: [],
  async read(deltas, look) {
    let text = "";
    let value: unknown;
    for (const delta of deltas) {
      text += delta;
      ({ value } = await parsePartialJson(text));
      look(value);
    }
    return value;
  },
};
