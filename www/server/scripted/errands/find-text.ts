import type { Errand, Steps } from "../errand.js";
import { callWith } from "../plan.js";
import { list } from "../words.js";
import { pathsIn, refusal } from "./reading.js";

const ASKS =
  /\b(?:(?:where|which files?)\b.*?\b(?:says?|mentions?|contains?)|(?:find|search for|grep)(?:\s+(?:every|all|each)\s+(?:mentions?|places?|lines?)\s+(?:of|with|that says?))?)\s+(?:the\s+word\s+)?["“']?([^"”'\n?]{2,60}?)["”']?\s*(?:in (?:the|all|every|any)\b.*)?[.!?]?$/i;

export const findText: Errand = {
  needs: ["grep_tool"],
  offer: "search all files",
  example: "Find every mention of the library",
  begin({ prompt }) {
    const text = ASKS.exec(prompt)?.[1]?.replace(/^(?:the|a|an)\s+/i, "");
    return text ? find(text) : undefined;
  },
};

function* find(text: string): Steps {
  const [found] = yield { calls: [callWith("grep_tool", { pattern: text, literal: true })] };
  if (found?.kind !== "ok") return { say: `I couldn't search the files: ${refusal(found)}` };
  const paths = pathsIn(found.text);
  if (paths.length === 0) return { say: `No file says “${text}”.` };
  return { say: `“${text}” stands in ${list(paths.map((path) => `\`${path}\``))}.` };
}
