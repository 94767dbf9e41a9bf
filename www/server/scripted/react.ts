import type { Tool } from "@ag-ui/core";
import { callWith, type Plan, type PlannedCall } from "./plan.js";
import { skills } from "./skills/index.js";
import type { Answer, Turn } from "./turn.js";
import { sentence } from "./words.js";

/** How often the agent corrects itself for one request before it gives up and tells. */
const MAX_CORRECTIONS = 2;
const MAX_QUOTE = 400;

/** Decides what to do with what the tools answered: correct a refused call, and say the rest in words. */
export function react(turn: Turn, tools: readonly Tool[]): Plan {
  const offered = new Map(tools.map((tool) => [tool.name, tool]));
  const said: string[] = [];
  const calls: PlannedCall[] = [];
  for (const answer of turn.answers) {
    const skill = skills.find(({ tool }) => tool === answer.name);
    const tool = offered.get(answer.name);
    const fix =
      answer.kind === "refused" && turn.rounds.length <= MAX_CORRECTIONS
        ? skill?.fix?.(answer, tool)
        : undefined;
    if (fix) {
      said.push(`The page refused that: “${sentence(reason(answer.text))}” ${fix.what}`);
      calls.push(callWith(answer.name, fix.args));
    } else
      said.push(
        skill && (tool || answer.kind === "ok") ? skill.reply(answer, tool) : plainReply(answer),
      );
  }
  return { say: said.join(said.some((text) => text.length > 160) ? "\n\n" : " "), calls };
}

/** What to say about a tool the agent knows nothing about. */
function plainReply({ name, kind, text }: Answer): string {
  if (kind === "ok") return `\`${name}\` answered: ${quote(text) || "nothing"}`;
  if (kind === "stopped")
    return `\`${name}\` was stopped before it finished. Say “again” to start over.`;
  if (kind === "refused") return `\`${name}\` refused the arguments: “${sentence(reason(text))}”`;
  return `\`${name}\` failed: “${sentence(quote(text))}” Say “again” and I'll retry.`;
}

/** Why arguments were refused, in one line: the page lists the faults below a heading. */
function reason(text: string): string {
  return quote(
    text
      .slice(0, 2 * MAX_QUOTE)
      .replace(/^[^\n]*:\n- /, "")
      .replace(/\s*\n- /g, "; ")
      .replace(/\s+/g, " "),
  );
}

function quote(text: string): string {
  const line = text.trim();
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
}
