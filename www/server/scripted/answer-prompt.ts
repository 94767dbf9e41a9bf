import type { Tool } from "@ag-ui/core";
import { errandTools } from "./errands/index.js";
import { help, missing } from "./help.js";
import { literalCalls } from "./literal-calls.js";
import { callWith, type Plan } from "./plan.js";
import { skills } from "./skills/index.js";
import type { Turn } from "./turn.js";
import { guessCalls } from "./unknown-tools.js";

const AGAIN =
  /^\s*(?:please\s+)?(?:again|(?:try|do it|do that|once|start) (?:again|more|over)|retry|redo|repeat)\b/i;
const MAX_CALLS = 6;
/** Beyond this a prompt is not a request but a document; looking for intents in it helps nobody. */
const MAX_PROMPT = 2_000;

/** Decides what a new prompt asks for. */
export function answerPrompt(turn: Turn, tools: readonly Tool[]): Plan {
  const literal = literalCalls(turn.prompt);
  if (literal.length > 0) return { calls: literal };
  if (turn.prompt.length > MAX_PROMPT) {
    return {
      say: `That's ${turn.prompt.length.toLocaleString("en")} characters, and I only read short requests. ${help("", tools).replace(/^.*? With/, "With")}`,
    };
  }
  const last = turn.earlier.at(-1);
  if (last && AGAIN.test(turn.prompt))
    return { say: "Once more, then.", calls: [{ name: last.name, args: last.argsText }] };

  const offered = new Map(tools.map((tool) => [tool.name, tool]));
  const intents = skills
    .flatMap((skill) =>
      skill
        .understand(turn.prompt, turn, offered.get(skill.tool))
        .map((intent) => ({ ...intent, tool: skill.tool })),
    )
    .toSorted((a, b) => a.at - b.at);
  const known = new Set([...skills.map(({ tool }) => tool), ...errandTools]);
  const strange = guessCalls(
    turn.prompt,
    tools.filter(({ name }) => !known.has(name)),
  );
  const calls = [
    ...intents
      .filter(({ tool }) => offered.has(tool))
      .map(({ tool, args }) => callWith(tool, args)),
    ...strange,
  ].slice(0, MAX_CALLS);
  const lacking = [
    ...new Set(intents.filter(({ tool }) => !offered.has(tool)).map(({ tool }) => tool)),
  ];
  if (calls.length > 0) return { calls, ...(lacking.length > 0 && { say: missing(lacking) }) };
  if (lacking.length > 0) return { say: missing(lacking) };
  if (/\b(weather|forecast)\b/i.test(turn.prompt))
    return { say: "For which city? Lisbon, perhaps, or Oslo and Nairobi at once." };
  return { say: help(turn.prompt, tools) };
}
