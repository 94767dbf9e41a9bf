import { german as approval } from "./approval/german.js";
import { german as card } from "./card/german.js";
import { german as chat } from "./chat/german.js";
import type { Strings } from "./strings.js";
import { german as threads } from "./threads/german.js";

/** The texts in German. */
export const german: Strings = { card, approval, chat, threads };
