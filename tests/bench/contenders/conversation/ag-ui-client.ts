// The version that ag-ui-lit is built on: beside the benchmarks stands the one of a peer.
import { HttpAgent } from "../../../../node_modules/@ag-ui/client/dist/index.mjs";
import { TooLong } from "../../lib/within.js";
import { answerWith, type Talker } from "./talker.js";

/** The client alone: a page would be blocked, so that only a subscriber can stop it. */
export const clientAlone: Talker = {
  name: "@ag-ui/client alone",
  kind: "peer",
  notes: ["a subscriber that does nothing; runs no tool"],
  async talk(stream, deadline) {
    const agent = new HttpAgent({ url: "/agent", fetch: async () => answerWith(stream) });
    let isLate = false;
    await agent.runAgent(undefined, {
      onEvent: () => {
        isLate ||= performance.now() > deadline;
        // What it has read by then is not given up, but need not be applied.
        return isLate ? { stopPropagation: true } : undefined;
      },
    });
    if (isLate) throw new TooLong("The run was stopped.");
    return { messages: agent.messages, state: agent.state };
  },
};
