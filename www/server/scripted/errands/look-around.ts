import type { Errand, Steps } from "../errand.js";
import { callWith } from "../plan.js";
import { linesOf, pathsIn, refusal } from "./reading.js";

const TOPIC = /\b(?:what(?:'s| is)|list|show|see)\b.*\b(?:workspace|files|folders?)\b/i;
const OVERVIEW = /(?:^|\/)readme\.\w+$/i;

export const lookAround: Errand = {
  needs: ["glob_tool", "file_read"],
  offer: "list the files of the workspace and read them",
  example: "What is in the workspace?",
  begin: ({ prompt }) => (TOPIC.test(prompt) ? look() : undefined),
};

function* look(): Steps {
  const [found] = yield { calls: [callWith("glob_tool", { pattern: "**" })] };
  if (found?.kind !== "ok") return { say: `I couldn't list the files: ${refusal(found)}` };
  const paths = pathsIn(found.text);
  if (paths.length === 0) return { say: "The workspace is empty." };
  const files = paths.map((path) => `- \`${path}\``).join("\n");
  const overview = paths.find((path) => OVERVIEW.test(path));
  if (overview === undefined) return { say: `There are ${paths.length} files:\n${files}` };
  const [read] = yield { calls: [callWith("file_read", { path: overview })] };
  const about = read?.kind === "ok" ? linesOf(read.text).filter(isProse)[0] : undefined;
  return {
    say: `There are ${paths.length} files:\n${files}${about ? `\n\n${overview} says: “${about}”` : ""}`,
  };
}

function isProse(line: string): boolean {
  return /^\p{L}/u.test(line);
}
