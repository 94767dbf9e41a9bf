export { checkOptions, type OptionRule, type OptionRules } from "../options/check-options.js";
export * from "../options/rules.js";
