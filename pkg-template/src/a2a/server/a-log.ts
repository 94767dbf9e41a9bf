import type { OptionRule } from "../../options/check-options.js";
import { hasMethods } from "../../options/rules.js";

export const aLog: OptionRule = [
  "an AgentLog, with addException and addCustomEvent",
  (value) => hasMethods(value, "addException", "addCustomEvent"),
];
