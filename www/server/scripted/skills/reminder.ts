import type { Skill } from "../skill.js";
import { clockTime, sentence, spokenTime, untilNextRequest } from "../words.js";

const TOPIC = /\b(?:remind(?:er)?|don't let me forget|alert me)\b/i;

export const reminder: Skill = {
  tool: "add_reminder",
  offer: "pin a reminder to this page",
  example: "Remind me at half past nine to water the plants",

  understand(prompt) {
    const topic = TOPIC.exec(prompt);
    if (!topic) return [];
    const request = untilNextRequest(prompt.slice(topic.index));
    const time = spokenTime(request);
    const day = /\btomorrow\b/i.test(request) ? "tomorrow" : "today";
    const rest = (time?.rest ?? request).replace(
      /\b(?:today|tomorrow|tonight|this (?:morning|evening|afternoon))\b/gi,
      " ",
    );
    const said =
      /\b(?:to|about|that|:)\s+(.+)$/i.exec(rest)?.[1] ??
      rest.replace(/^\W*(?:remind(?:er)?|alert)\s*(?:me)?/i, "");
    const text = said
      .replace(/\s+/g, " ")
      .replace(/[\s.!?]+$/, "")
      .trim();
    // The time goes out as it was said, and first. A model does that too, and the page's schema is there to catch it.
    return [
      {
        at: topic.index,
        args: { time: time?.said ?? "in an hour", text: text || "Something important", day },
      },
    ];
  },

  reply({ kind, text, args }) {
    if (kind !== "ok") return sentence(`The reminder isn't set: ${text}`);
    return `Pinned for ${String(args.day ?? "today")} at ${String(args.time)}: ${String(args.text)}.`;
  },

  fix({ args }) {
    const time =
      clockTime(String(args.time)) ?? (args.time === "in an hour" ? inAnHour() : undefined);
    return time === undefined || time === args.time
      ? undefined
      : {
          args: { ...args, time },
          what: `I'll write the time as ${time}.`,
        };
  },
};

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toTimeString().slice(0, 5);
}
