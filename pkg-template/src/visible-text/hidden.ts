/**
 * Characters that a reader can't see, or that change the order in which a text is read: control and escape characters,
 * bidirectional controls, zero-width characters, soft hyphens, tag characters, variation selectors, fillers and halves
 * of surrogate pairs. Line ends and tabs are not among them, and a format character stays where writing needs it: see
 * `NEEDED`.
 */
const UNSEEN =
  "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\u2800\\u{1D159}]";

/** Format characters that are seen: Arabic, Syriac and Kaithi signs that enclose the number behind them. */
const SEEN_FORMAT = "[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}]";

/** Scripts whose letters join, or are kept apart, by U+200C and U+200D. */
const JOINING = [
  ...["Arabic", "Syriac", "Mandaic", "Nko", "Mongolian", "Phags_Pa", "Manichaean", "Adlam"],
  ...["Hanifi_Rohingya", "Sogdian", "Psalter_Pahlavi", "Devanagari", "Bengali"],
  ...["Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"],
  ...["Khmer", "Myanmar", "Tibetan", "Balinese", "Javanese", "Sundanese", "Grantha", "Newa"],
  ...["Tirhuta", "Modi", "Kaithi", "Sharada", "Chakma", "Meetei_Mayek", "Tai_Tham"],
];
const JOINING_SCRIPTS = `[${JOINING.map((script) => `\\p{Script_Extensions=${script}}`).join("")}]`;
const JOINING_LETTER = `(?=[\\p{L}\\p{M}])${JOINING_SCRIPTS}`;
const JOINING_MARK = `(?=\\p{M})${JOINING_SCRIPTS}`;

/** An emoji that others can be joined to: with a skin tone, or with the selector that asks for its colours. */
const EMOJI_BEFORE = "(?<=\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?)";

const MONGOLIAN = "(?=\\p{L})\\p{Script=Mongolian}";

/** The scripts in which an unseen character belongs to the writing. */
const NEEDED = [
  // A family, a profession, a pirate's flag.
  `${EMOJI_BEFORE}\\u200D(?=\\p{Extended_Pictographic})`,
  // A sign as an emoji or as text, and a key: 1️⃣.
  "(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]",
  "(?<=[#*0-9])\\uFE0F(?=\\u20E3)",
  // Persian "می‌خواهم", a half form in Devanagari, a letter that joins at the end of a word.
  `(?<=${JOINING_LETTER})\\u200C(?=${JOINING_LETTER})`,
  `(?<=${JOINING_MARK})\\u200C`,
  `(?<=${JOINING_LETTER})\\u200D`,
  // One variant of a Han character, a Mongolian letter, a mathematical sign, a letter of Myanmar or Phags-pa.
  "(?<=\\p{Script=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]",
  `(?<=${MONGOLIAN})[\\u180B-\\u180D\\u180F]`,
  `(?<=${MONGOLIAN})\\u180E(?=${MONGOLIAN})`,
  "(?<=[\\p{Sm}\\p{Script=Myanmar}\\p{Script=Phags_Pa}])\\uFE00",
  // Braille has blanks between its signs.
  "(?<=(?!\\u2800)\\p{Script=Braille})\\u2800(?=(?!\\u2800)\\p{Script=Braille})",
].join("|");

/** The flags of England, Scotland and Wales are written in tag characters; no other flag is. */
const TAGGED_FLAG =
  "\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}";

const LAYOUT = "[\\n\\t]|\\r(?=\\n)";

const FOUND = `(?!${LAYOUT}|${SEEN_FORMAT}|${NEEDED})${UNSEEN}`;

/**
 * Layout that can hide something: line ends, tabs, blanks other than a space, many spaces, and unassigned characters.
 */
const FOUND_LAYOUT = `${FOUND}|[\\n\\t\\r\\p{Co}\\p{Cn}]|(?! )\\p{Zs}| {3,}`;

// A flag is matched as a whole and left alone; hidden characters are a group.
const hidden = new RegExp(`${TAGGED_FLAG}|(${FOUND})`, "gu");
const hiddenAndLayout = new RegExp(`${TAGGED_FLAG}|(${FOUND_LAYOUT})`, "gu");

/** Most texts have nothing that may be hidden: this is quick to find out. */
const suspicious = new RegExp(UNSEEN, "u");
const suspiciousLayout = new RegExp(`${UNSEEN}|[\\p{Co}\\p{Cn}\\p{Zs}]`, "u");

/** A hidden character, or several spaces in a row. */
export interface HiddenText {
  /** Its place, in UTF-16 units. */
  readonly index: number;
  readonly text: string;
}

/**
 * The hidden parts of a text, in order. Takes time in proportion to the text.
 *
 * @param withLayout includes layout that can move something out of sight.
 */
export function* hiddenIn(text: string, withLayout: boolean): Generator<HiddenText, void> {
  if (!(withLayout ? suspiciousLayout : suspicious).test(text)) return;
  for (const match of text.matchAll(withLayout ? hiddenAndLayout : hidden)) {
    if (match[1] !== undefined) yield { index: match.index, text: match[1] };
  }
}

/** Its name for a person: `U+202E`, `\n`, `5 spaces`. */
export function nameOfHidden(text: string): string {
  const short = SHORT[text];
  if (short !== undefined) return short;
  if (text.startsWith("  ")) return `${text.length.toLocaleString("en")} spaces`;
  const code = text.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
