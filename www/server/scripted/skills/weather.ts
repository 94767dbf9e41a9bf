import { type Intent, propertySchema, type Skill } from "../skill.js";
import { numberBefore, sentence } from "../words.js";

const TOPIC =
  /\b(weather|forecast|temperatures?|rain(?:ing|y)?|sunny|umbrella|snow(?:ing)?|how (?:warm|cold|hot))\b/i;
const KNOWN =
  /\b(amsterdam|athens|barcelona|berlin|cairo|chicago|copenhagen|dublin|helsinki|lagos|lima|lisbon|london|madrid|melbourne|mexico city|mumbai|nairobi|new york|oslo|paris|prague|reykjavik|rome|san francisco|seoul|singapore|stockholm|sydney|tokyo|toronto|vienna|warsaw|zurich)\b/gi;
const NAME = "\\p{Lu}[\\p{L}'’-]*(?:[ -]\\p{Lu}[\\p{L}'’-]*)*";
const PLACES = new RegExp(
  `\\b(?:in|for|at|of)\\s+(${NAME}(?:\\s*(?:,\\s*and|,|and|&|or|versus|vs\\.?)\\s+${NAME})*)`,
  "gu",
);
const NOT_A_PLACE =
  /^(?:Show|Make|Turn|Book|Render|Chart|Draw|Call|What|Remind|Please|Then|The|This|Next|Today|Tomorrow|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/;
const MAX_CITIES = 4;

export const weather: Skill = {
  tool: "get_weather",
  offer: "look up the weather in a city and have the page draw it",
  example: "What's the weather in Lisbon this week?",

  understand(prompt, turn) {
    const topic = TOPIC.exec(prompt);
    const onlyCity = cities(prompt).length > 0 && prompt.trim().split(/\s+/).length <= 2;
    const asked = turn.earlier.at(-1)?.name === "get_weather";
    if (!topic && !onlyCity && !(asked && /^(?:and|what about|how about)\b/i.test(prompt)))
      return [];
    const days = daysIn(prompt);
    return cities(prompt).map(
      (city): Intent => ({
        at: prompt.toLowerCase().indexOf(city.toLowerCase()),
        args: { city, ...(days && { days }) },
      }),
    );
  },

  reply({ kind, text, data, args }) {
    const city = String(data.city ?? args.city ?? "that city");
    if (kind !== "ok") return sentence(`I couldn't get the weather for ${city}: ${text}`);
    const days = Array.isArray(data.days)
      ? (data.days as { day: string; high: number; low: number; rain: number }[])
      : [];
    const warmest = days.toSorted((a, b) => b.high - a.high)[0];
    if (!warmest) return `The page has no forecast for ${city}.`;
    const wet = days.filter(({ rain }) => rain >= 50).length;
    const sky = days.every(({ rain }) => rain < 30)
      ? "stays dry"
      : wet > days.length / 2
        ? "gets a fair amount of rain"
        : "stays mostly dry";
    const range = `${Math.min(...days.map(({ low }) => low))}\u00a0to\u00a0${warmest.high}\u00a0°C`;
    return days.length === 1
      ? `${city} ${sky} today, ${range}.`
      : `${city} ${sky} over the next ${days.length} days: ${range}, warmest on ${warmest.day}.`;
  },

  fix({ args }, tool) {
    const { maximum, minimum } = propertySchema(tool, "days");
    const days = Number(args.days);
    const limit =
      typeof maximum === "number" && days > maximum
        ? maximum
        : typeof minimum === "number" && days < minimum
          ? minimum
          : undefined;
    return limit === undefined
      ? undefined
      : {
          args: { ...args, days: limit },
          what: `The forecast reaches ${limit} days, so I'll ask for that.`,
        };
  },
};

/** The cities a prompt names: known ones in any spelling, others by their capital letter after "in" or "for". */
function cities(prompt: string): string[] {
  const known = [...prompt.matchAll(KNOWN)].map(([name]) => capitalise(name));
  const named = [...prompt.matchAll(PLACES)].flatMap(([, names]) =>
    (names ?? "").split(/\s*(?:,\s*and\b|,|\band\b|&|\bor\b|\bversus\b|\bvs\.?)\s*/u),
  );
  const others = named.filter((name) => name !== "" && !NOT_A_PLACE.test(name.split(" ")[0] ?? ""));
  return [
    ...new Map([...others, ...known].map((name) => [name.toLowerCase(), name])).values(),
  ].slice(0, MAX_CITIES);
}

function daysIn(prompt: string): number | undefined {
  const counted = numberBefore(prompt, "days?");
  if (counted !== undefined) return counted;
  if (/\btoday|right now\b/i.test(prompt)) return 1;
  if (/\btomorrow\b/i.test(prompt)) return 2;
  return /\bweek\b/i.test(prompt) ? 7 : undefined;
}

function capitalise(name: string): string {
  return name.toLowerCase().replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
}
