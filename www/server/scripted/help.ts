import type { Tool } from "@ag-ui/core";
import { errands, errandTools } from "./errands/index.js";
import { skills } from "./skills/index.js";
import { list } from "./words.js";

const GREETING =
  /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[\s!.,]*(?:there)?[\s!.,]*$/i;
const THANKS = /^\s*(?:thanks?|thank you|great|nice|cool|perfect|wow)\b.{0,20}$/i;
const NO = /^\s*(?:no|nope|never ?mind|cancel|stop)\b.{0,20}$/i;
const SHOWN_DESCRIPTION = 120;

/** What to say when there is nothing to call: small talk, or what this page's tools make possible. */
export function help(prompt: string, tools: readonly Tool[]): string {
  if (THANKS.test(prompt)) return "You're welcome.";
  if (NO.test(prompt)) return "All right, nothing more to do.";
  const offered = new Set(tools.map(({ name }) => name));
  const able = [
    ...skills.filter(({ tool }) => offered.has(tool)),
    ...errands.filter(({ needs }) => needs.every((tool) => offered.has(tool))),
  ];
  const known = new Set([...skills.map(({ tool }) => tool), ...errandTools]);
  const strange = tools.filter(({ name }) => !known.has(name));
  const lines = [
    ...able.map(({ offer }) => offer),
    ...strange.map(
      ({ name, description }) => `use \`${name}\`, which you registered: ${shorten(description)}`,
    ),
  ];
  if (lines.length === 0)
    return "This page hasn't offered me any tools, so all I can do is talk. Register one with `registerTool()` and ask again.";
  const opening = GREETING.test(prompt)
    ? "Hello."
    : "I didn't understand that: I follow a script, without a model behind me.";
  const example = able[0]?.example ?? `call ${strange[0]?.name ?? "tool"} {}`;
  return `${opening} With the tools of this page I can:\n\n${lines.map((line) => `- ${line}`).join("\n")}\n\nTry “${example}”.`;
}

/** What to say when the page doesn't offer the tools that a request needs. */
export function missing(names: readonly string[]): string {
  return `That needs the ${names.length > 1 ? "tools" : "tool"} ${list(names.map((name) => `\`${name}\``))}, which this page doesn't offer.`;
}

function shorten(text: string): string {
  return text.length > SHOWN_DESCRIPTION ? `${text.slice(0, SHOWN_DESCRIPTION)}…` : text;
}
