import type { Skill } from "../skill.js";
import { sentence } from "../words.js";

const TOPIC =
  /\b(?:save|download|export)\b.*\b(?:list|file|text|notes?)\b|\b(?:as|to|into) a file\b/i;
const PACKING_LIST = ["Passport", "Charger", "Umbrella", "Something to read"];

export const file: Skill = {
  tool: "save_file",
  offer: "save a text file on your computer, if you allow it",
  example: "Save a packing list as a file",

  understand(prompt) {
    const topic = TOPIC.exec(prompt);
    if (!topic) return [];
    const text = ["Packing list", ...PACKING_LIST.map((item) => `- ${item}`), ""].join("\n");
    return [{ at: topic.index, args: { name: "packing-list.txt", text } }];
  },

  reply({ kind, text, data }) {
    if (kind === "ok") return `Saved as ${String(data.name)}, ${Number(data.bytes)} bytes.`;
    if (/\bdeclined\b/.test(text)) return "All right, nothing is saved.";
    return sentence(`The file couldn't be saved: ${text}`);
  },
};
