import { prove } from "./demonstrations.js";
import type { TextMessage } from "./request.js";
import { tellResults } from "./results.js";
import { planTrip } from "./trip.js";
import { readLast } from "./turn.js";

const HELP = `I only write text, and call tools by markers in it. Ask for a flight ("Fly to Paris in four weeks"), for what is in \
your calendar, or for both at once. \`call NAME {json}\` calls any tool.`;

/** Beyond this a prompt is not a request but a document. */
const MAX_PROMPT = 2_000;

/** What the model writes next. The system prompt and what it is told of results is all that it knows. */
export function answerTo(messages: readonly TextMessage[], now: Date): string {
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const { prompt, results } = readLast(messages);
  if (prompt === "" && results.length > 0) return tellResults(results);
  if (prompt.length > MAX_PROMPT) {
    return `That's ${prompt.length.toLocaleString("en")} characters, and I only read short requests. ${HELP}`;
  }
  const tools = ["search_flights", "list_events"].filter((name) =>
    system.includes(`\n- ${name}: `),
  );
  return prove(prompt) ?? planTrip(prompt, tools, now) ?? HELP;
}
