import type { Tool } from "@ag-ui/core";
import { allowed, type Skill } from "../skill.js";
import type { Turn } from "../turn.js";
import { clockTime, list, numberAfter, numberBefore, sentence, spokenTime } from "../words.js";

const TOPIC = /\b(?:book|reserve|reservation|table)\b/i;
const YES =
  /^\s*(?:yes|yeah|yep|sure|ok(?:ay)?|please(?: do)?|go ahead|do (?:it|that)|sounds good)\b/i;
const PLACE = /\b(?:at|in)\s+((?:the\s+)?\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*)/u;
const PEOPLE = "people|persons?|guests?|of us|friends";

export const booking: Skill = {
  tool: "book_table",
  offer: "book a table in a restaurant",
  example: "Book a table for two at Osteria Luce",

  understand(prompt, turn, tool) {
    const topic = TOPIC.exec(prompt);
    const failed = lastFailed(turn);
    if (!topic && !(failed && YES.test(prompt)) && !(failed && named(prompt, tool))) return [];
    const place =
      named(prompt, tool) ??
      PLACE.exec(prompt)?.[1] ??
      (failed ? others(tool, failed.args.restaurant)[0] : allowed(tool, "restaurant")[0]) ??
      "Osteria Luce";
    const said = spokenTime(prompt)?.said;
    const time = (said && clockTime(said)) ?? failed?.args.time ?? "19:30";
    const guests =
      numberBefore(prompt, PEOPLE) ?? numberAfter(prompt, "for") ?? failed?.args.guests ?? 2;
    return [
      { at: topic?.index ?? 0, args: { restaurant: place, guests, time: dinner(String(time)) } },
    ];
  },

  reply({ kind, text, data, args }, tool) {
    const place = String(args.restaurant ?? "that restaurant");
    const choice = list(others(tool, args.restaurant), "or");
    if (kind === "ok")
      return `Booked: ${String(data.restaurant ?? place)}, ${people(Number(data.guests ?? args.guests))} at ${String(data.time ?? args.time)}. Your reference is ${String(data.reference ?? "on the ticket")}.`;
    if (kind === "stopped") return "You stopped the booking, so nothing is reserved.";
    if (kind === "failed")
      return `I couldn't book that. The page told me: “${sentence(text)}” ${choice ? `I could try ${choice} instead: say yes and I'll take the first.` : ""}`.trim();
    const guests = Number(args.guests);
    const known = allowed(tool, "restaurant");
    if (known.length > 0 && !known.includes(place))
      return `The page doesn't take bookings for ${place}. It does for ${list(known)}: which one shall I try?`;
    if (guests > 12)
      return `A table for ${guests} is more than the page lets me book at once. Shall I book a smaller one? Tell me for how many.`;
    return `The page refused these details: “${sentence(text)}” Tell me what to change.`;
  },
};

/** The booking that failed just before, so that "yes" and "the other one" mean something. */
function lastFailed({ earlier }: Turn) {
  const last = earlier.at(-1);
  return last?.name === "book_table" && last.kind !== "ok" ? last : undefined;
}

function named(prompt: string, tool: Tool | undefined): string | undefined {
  return allowed(tool, "restaurant").find((name) =>
    prompt.toLowerCase().includes(name.toLowerCase()),
  );
}

function others(tool: Tool | undefined, not: unknown): readonly string[] {
  return allowed(tool, "restaurant").filter((name) => name !== not);
}

/** "at eight" means the evening here. */
function dinner(time: string): string {
  const hour = Number(time.slice(0, 2));
  return hour >= 1 && hour <= 11 ? `${hour + 12}${time.slice(2)}` : time;
}

function people(count: number): string {
  return count === 1 ? "one person" : `${count} people`;
}
