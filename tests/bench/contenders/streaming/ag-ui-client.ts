import untruncate from "untruncate-json";
import type { Streamer } from "./streamer.js";

/** What `@ag-ui/client` 1.0 does for `onToolCallArgsEvent`, and what a subscriber has to do with the text it is given. */
export const agUiClient: Streamer = {
  name: "@ag-ui/client 1.0's way: untruncate-json + JSON.parse",
  kind: "peer",
  notes: ["the reading alone: the client's events and copies come on top"],
  read(deltas, look) {
    let text = "";
    let value: unknown = {};
    for (const delta of deltas) {
      text += delta;
      try {
        value = JSON.parse(untruncate(text));
      } catch {
        // As in the client: nothing readable yet, for instance in the middle of an escape.
      }
      look(value);
    }
    return value;
  },
};
