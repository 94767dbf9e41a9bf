import { german as approval } from "../approvals/german.js";
import { german as chat } from "../chat/german.js";
import { german as card } from "../views/german.js";
import type { Strings } from "./strings.js";

/** The texts in German. */
export const german: Strings = { card, approval, chat };
