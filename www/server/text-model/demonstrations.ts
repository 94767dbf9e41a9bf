import { literalCalls } from "../scripted/literal-calls.js";
import { literalMarker } from "./marker.js";

const FENCE = "```";

/** What a visitor may want to see a model do: any call, a marker that is only shown, one that breaks. */
export function prove(prompt: string): string | undefined {
  const calls = literalCalls(prompt);
  if (calls.length > 0) return calls.map(({ name, args }) => literalMarker(name, args)).join("\n");
  if (/\bhow\b.*\bcall\b.*\btools?\b/i.test(prompt)) {
    const example = literalMarker(
      "search_flights",
      JSON.stringify({ origin: "SFO", destination: "CDG" }),
    );
    return `I write a marker into my text. In a code block it is only text, and nothing runs:
${FENCE}
${example}
${FENCE}`;
  }
  if (/\b(?:broken|breaks?|malformed)\b/i.test(prompt)) {
    return `This one lacks a value, so it stays text: <tool_call name="search_flights" args={"origin": ,}></tool_call> What follows it is not lost.`;
  }
  return undefined;
}
