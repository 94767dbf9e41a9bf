import { IncrementalJsonObjectParser } from "assistant-stream/utils";
import type { Streamer } from "./streamer.js";

export const assistantStream: Streamer = {
  name: "assistant-stream IncrementalJsonObjectParser",
  kind: "peer",
  notes: ["every value is a copy that stays as it is"],
  read(deltas, look) {
    let parser = IncrementalJsonObjectParser.from();
    for (const delta of deltas) {
      parser = parser.append(delta);
      look(parser.currentArgs);
    }
    return parser.currentArgs;
  },
};
