import type { Skill } from "../skill.js";
import { sentence } from "../words.js";

const COLOURS =
  "aqua|amber|black|blue|brown|coral|crimson|cyan|emerald|gold|gray|green|grey|indigo|lavender|lime|magenta|maroon|mint|navy|olive|orange|orchid|pink|plum|purple|red|rose|rust|salmon|sky|slate|tan|teal|tomato|turquoise|violet|white|yellow|hotpink|skyblue|rebeccapurple";
const COLOUR = new RegExp(`(#[0-9a-f]{6}\\b|#[0-9a-f]{3}\\b|\\b(?:${COLOURS})\\b)`, "i");
const ASKS =
  /\b(make|turn|paint|repaint|colou?r|theme|mode|page|accent|everything|go|switch|set|change)\b/i;
const SCHEME =
  /\b(dark|light|night|day)\s*(?:mode|theme|scheme)\b|\b(?:make|turn|go|switch(?: to)?|set)\s+(?:it|the page|everything|this page)?\s*(dark|light)\b|\b(dark|light)$/i;

/** Colours that CSS knows by other names. */
const CSS_NAMES: Readonly<Record<string, string>> = {
  amber: "orange",
  emerald: "mediumseagreen",
  mint: "aquamarine",
  rose: "crimson",
  rust: "sienna",
  sky: "deepskyblue",
  slate: "slategray",
};

export const theme: Skill = {
  tool: "set_theme",
  offer: "repaint this page in any colour, light or dark",
  example: "Make the page teal",

  understand(prompt) {
    const colour = COLOUR.exec(prompt);
    const scheme = SCHEME.exec(prompt);
    const asked = ASKS.test(prompt) || prompt.trim().split(/\s+/).length <= 2;
    const wanted = !asked
      ? []
      : [colour?.index, scheme?.index].filter((index) => index !== undefined);
    if (wanted.length === 0) return [];
    const name = colour?.[1]?.toLowerCase();
    const mode = (scheme?.[1] ?? scheme?.[2] ?? scheme?.[3])?.toLowerCase();
    return [
      {
        at: Math.min(...wanted),
        args: {
          ...(name !== undefined && { color: CSS_NAMES[name] ?? name }),
          ...(mode !== undefined && {
            scheme: mode === "dark" || mode === "night" ? "dark" : "light",
          }),
        },
      },
    ];
  },

  reply({ kind, text, args }) {
    if (kind !== "ok") return sentence(`I couldn't change the page: ${text}`);
    const colour = typeof args.color === "string" ? `The page is ${args.color} now` : "Done";
    return args.scheme ? `${colour}, in ${String(args.scheme)} mode.` : `${colour}.`;
  },
};
