import { english as approval } from "./approval/english.js";
import { english as card } from "./card/english.js";
import { english as chat } from "./chat/english.js";
import type { Strings } from "./strings.js";
import { english as threads } from "./threads/english.js";

/** The texts in English: the default. */
export const english: Strings = { card, approval, chat, threads };
