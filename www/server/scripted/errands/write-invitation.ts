import type { Errand, Steps } from "../errand.js";
import { callWith } from "../plan.js";
import { linesOf, pathsIn, refusal, wasDeclined } from "./reading.js";

const TOPIC = /\b(?:write|draft|compose)\b.*\binvitation\b/i;
const SOURCE = "notes/agenda.md";
const TARGET = "site/invitation.txt";

export const writeInvitation: Errand = {
  needs: ["glob_tool", "file_read", "file_write"],
  offer: "write a new file from what is in the others",
  example: "Write an invitation",
  begin: ({ prompt }) => (TOPIC.test(prompt) ? write() : undefined),
};

function* write(): Steps {
  const [agenda, before] = yield {
    calls: [callWith("file_read", { path: SOURCE }), callWith("glob_tool", { pattern: TARGET })],
  };
  if (agenda?.kind !== "ok") return { say: `I couldn't read the agenda: ${refusal(agenda)}` };
  const isThere = before?.kind === "ok" && pathsIn(before.text).length > 0;
  if (isThere) {
    yield {
      say: "There is one already. I read before I write.",
      calls: [callWith("file_read", { path: TARGET })],
    };
  }
  const [title, ...others] = linesOf(agenda.text).filter((line) => line.trim() !== "");
  const when = others.find((line) => /^\p{L}/u.test(line)) ?? "";
  const content = `You are invited: ${title?.replace(/^#+ /, "") ?? "our evening"}\n\n${when}\nBring a friend.\n`;
  const [written] = yield {
    say: "Here is what I would write.",
    calls: [callWith("file_write", { path: TARGET, content })],
  };
  if (written?.kind === "ok") return { say: `\`${TARGET}\` is written.` };
  if (written && wasDeclined(written)) return { say: `All right, \`${TARGET}\` is not written.` };
  return { say: `I couldn't write it: ${refusal(written)}` };
}
