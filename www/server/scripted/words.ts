const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  hundred: 100,
  couple: 2,
  dozen: 12,
};

const NUMBER = `\\d{1,6}|${Object.keys(NUMBER_WORDS).join("|")}`;

/** The number that a word or digits mean. */
export function toNumber(word: string): number {
  return NUMBER_WORDS[word.toLowerCase()] ?? Number(word);
}

/** The number before a noun: `numberBefore("a table for two people", "people")` is 2. */
export function numberBefore(text: string, noun: string): number | undefined {
  const found = new RegExp(`\\b(${NUMBER})[\\s-]+(?:${noun})\\b`, "i").exec(text);
  return found?.[1] === undefined ? undefined : toNumber(found[1]);
}

/** The number after a preposition: `numberAfter("a table for two", "for")` is 2. */
export function numberAfter(text: string, preposition: string): number | undefined {
  const found = new RegExp(
    `\\b(?:${preposition})\\s+(${NUMBER})\\b(?!\\s*(?:[:.]\\d|am\\b|pm\\b|o'clock))`,
    "i",
  ).exec(text);
  return found?.[1] === undefined ? undefined : toNumber(found[1]);
}

const HOUR = `(?:${NUMBER})`;
const SPOKEN_TIME = new RegExp(
  `\\b(?:at\\s+)?((?:half past|(?:a )?quarter (?:past|to))\\s+${HOUR}|noon|midnight|\\d{1,2}[:.]\\d{2}(?:\\s*[ap]m)?|${HOUR}\\s*(?:[ap]m|o'clock)\\b)|\\bat\\s+(${HOUR})\\b`,
  "i",
);

/** A time of day as somebody said it, and the text around it. */
export function spokenTime(text: string): { said: string; rest: string; at: number } | undefined {
  const found = SPOKEN_TIME.exec(text);
  const said = found?.[1] ?? found?.[2];
  if (!found || said === undefined) return undefined;
  return {
    said,
    rest: `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`,
    at: found.index,
  };
}

/** "half past nine" as "09:30"; undefined when it makes no time of day. */
export function clockTime(said: string): string | undefined {
  const text = said.trim().toLowerCase();
  if (text === "noon") return "12:00";
  if (text === "midnight") return "00:00";
  const spoken = /^(half past|(?:a )?quarter past|(?:a )?quarter to)\s+(\S+)$/.exec(text);
  if (spoken?.[1] && spoken[2]) {
    const hour = toNumber(spoken[2]);
    if (spoken[1] === "half past") return format(hour, 30);
    return spoken[1].endsWith("past") ? format(hour, 15) : format(hour - 1, 45);
  }
  const digits = /^(\S+?)(?:[:.](\d{2}))?\s*([ap]m|o'clock)?$/.exec(text);
  if (!digits?.[1]) return undefined;
  const hour = toNumber(digits[1]);
  const minute = Number(digits[2] ?? 0);
  if (digits[3] === "pm" && hour < 12) return format(hour + 12, minute);
  return format(digits[3] === "am" && hour === 12 ? 0 : hour, minute);
}

function format(hour: number, minute: number): string | undefined {
  const h = hour < 0 ? hour + 24 : hour;
  if (!Number.isInteger(h) || h > 23 || minute > 59) return undefined;
  return `${String(h).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** The part of a prompt up to where another request begins. */
export function untilNextRequest(text: string): string {
  return (
    text.split(
      /\s*(?:,|;|\.\s|\band\b)\s*(?:then\s+)?(?=(?:please\s+)?(?:show|make|turn|book|render|chart|draw|call|what|remind|reserve|paint|tell|set|get)\b)/i,
    )[0] ?? text
  );
}

/** "a", "a and b", "a, b and c". */
export function list(items: readonly string[], last = "and"): string {
  return items.length < 2
    ? (items[0] ?? "")
    : `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;
}

/** A sentence end where there is none. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
