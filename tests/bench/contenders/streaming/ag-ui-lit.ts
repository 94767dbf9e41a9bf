import { ArgumentsReader } from "ag-ui-lit";
import type { Streamer } from "./streamer.js";

export const agUiLit: Streamer = {
  name: "ag-ui-lit ArgumentsReader",
  kind: "ours",
  notes: [],
  read(deltas, look) {
    const reader = new ArgumentsReader();
    for (const delta of deltas) {
      reader.push(delta);
      look(reader.value);
    }
    if (!reader.end()) throw new Error(reader.error);
    const { value } = reader;
    reader.free();
    return value;
  },
};
