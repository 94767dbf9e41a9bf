import type { Errand, Steps } from "../errand.js";
import { callWith } from "../plan.js";
import { refusal } from "./reading.js";

const BAKING = /\bbake\b|\bloaf\b/i;
const LETTER = /\bletter\b|\bstory\b/i;
const BREADS = ["rye", "wheat", "spelt"] as const;

export const bake: Errand = {
  needs: ["bake_bread"],
  offer: "bake a loaf, which goes on while you reload, and write you a long letter",
  example: "Bake a loaf of rye bread",
  begin: ({ prompt }) => {
    if (LETTER.test(prompt)) return letter();
    return BAKING.test(prompt)
      ? bakeOne(BREADS.find((bread) => prompt.toLowerCase().includes(bread)) ?? "rye")
      : undefined;
  },
};

function* bakeOne(bread: string): Steps {
  const [baked] = yield {
    say: "I switch the oven on. Reload the page while it bakes.",
    calls: [callWith("bake_bread", { bread })],
  };
  if (baked?.kind === "ok")
    return {
      say: `Your ${bread} loaf is ready. The oven was switched on once for it, however often you reloaded: the next page asked the bakery about this call, and waited with you.`,
    };
  return { say: `There is no loaf to hand over: ${refusal(baked)}` };
}

// biome-ignore lint/correctness/useYield: steps of a request without calls
function* letter(): Steps {
  return { say: LETTER_TEXT };
}

const LETTER_TEXT = `Dear visitor,

I write slowly, so that you have the time to do something rude: reload this page, close the lid, or lose the network in the middle of a sentence.

A stream usually belongs to its connection. When that breaks, the words that were on their way are gone, and somebody has to ask again, and pay again. The server of this page keeps the events of a run for five minutes instead, each with a number. Whoever comes back says the last number that it has, and gets what follows.

The conversation itself is in your browser, and so is a note about each call: announced, begun, ended. The next page reads these notes before it does anything. A loaf that is in the oven stays in the oven, and nobody bakes a second one.

Open a second tab, too. It shows these words as they come, and if you close the first one, it goes on by itself.

Yours, the agent of the sixth scene`;
