import type { Errand, Steps } from "../errand.js";
import { callWith } from "../plan.js";
import { refusal } from "./reading.js";
import { toDosIn } from "./to-do-list.js";

const TOPIC =
  /\bwhat(?:'s| is)\b.*\b(?:left|open|to do|next|on (?:the|my) list)\b|\bto-?\s?dos?\b/i;

export const readToDos: Errand = {
  needs: ["todo_read"],
  offer: "keep a to-do list, also when you reload the page",
  example: "What is left to do?",
  begin: ({ prompt }) => (TOPIC.test(prompt) ? read() : undefined),
};

function* read(): Steps {
  const [list] = yield { calls: [callWith("todo_read", {})] };
  if (list?.kind !== "ok") return { say: `I couldn't read the list: ${refusal(list)}` };
  const toDos = toDosIn(list);
  if (toDos.length === 0)
    return { say: "The list is empty. I can make one of what is open in the files." };
  const open = toDos.filter(({ status }) => status === "pending" || status === "in_progress");
  if (open.length === 0) return { say: `Nothing: all ${toDos.length} are done.` };
  return {
    say: `${open.length} of ${toDos.length}:\n\n${open.map(({ content }) => `- ${content}`).join("\n")}`,
  };
}
