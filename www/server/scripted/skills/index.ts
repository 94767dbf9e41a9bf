import type { Skill } from "../skill.js";
import { booking } from "./booking.js";
import { file } from "./file.js";
import { fractal } from "./fractal.js";
import { reminder } from "./reminder.js";
import { sales } from "./sales.js";
import { theme } from "./theme.js";
import { weather } from "./weather.js";

/** Everything the scripted agent knows how to ask for, in the order it offers them. */
export const skills: readonly Skill[] = [theme, weather, sales, booking, reminder, fractal, file];
