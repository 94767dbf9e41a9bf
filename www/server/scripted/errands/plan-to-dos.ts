import type { Errand, Steps } from "../errand.js";
import { callWith } from "../plan.js";
import { refusal, wasDeclined } from "./reading.js";
import { freshId, type ToDo, toDosIn, writeToDos } from "./to-do-list.js";

const TOPIC = /\b(?:make|write|plan|add|turn|collect|note)\b.*\bto-?\s?dos?\b/i;
/** An open box of a Markdown list. */
const OPEN_BOX = /[-*] \[ \] (.+)$/gm;

export const planToDos: Errand = {
  needs: ["grep_tool", "todo_read", "todo_write"],
  offer: "collect what is open in the files as a to-do list",
  example: "Make a to-do list of what is open",
  begin: ({ prompt }) => (TOPIC.test(prompt) ? collect() : undefined),
};

function* collect(): Steps {
  const [found, before] = yield {
    say: "Open points have an empty box in the notes.",
    calls: [callWith("grep_tool", { pattern: "[-*] \\[ \\] " }), callWith("todo_read", {})],
  };
  if (found?.kind !== "ok") return { say: `I couldn't search the files: ${refusal(found)}` };
  const open = Array.from(found.text.matchAll(OPEN_BOX), ([, content]) => content?.trim() ?? "");
  const kept = before ? toDosIn(before) : [];
  const toDos = withNew(kept, open);
  if (toDos.length === kept.length)
    return {
      say: open.length === 0 ? "Nothing is open." : "Everything open is on the list already.",
    };
  const count = toDos.length - kept.length;
  const [written] = yield { calls: [writeToDos(toDos)] };
  if (written?.kind === "ok")
    return {
      say: `${count === 1 ? "1 point is" : `${count} points are`} new on the list. It stays when you reload the page.`,
    };
  if (written && wasDeclined(written)) return { say: "All right, the list is as it was." };
  return { say: `I couldn't write the list: ${refusal(written)}` };
}

function withNew(kept: readonly ToDo[], contents: readonly string[]): readonly ToDo[] {
  const toDos = [...kept];
  for (const content of contents) {
    if (toDos.some((toDo) => toDo.content === content)) continue;
    toDos.push({ id: freshId(toDos), content, status: "pending", priority: "medium" });
  }
  return toDos;
}
