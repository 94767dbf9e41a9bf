import { type Judgement, judgeChoice, judgeChoices } from "./judgement.js";

/** The options a person can choose. */
export function optionsOf(select: HTMLSelectElement): HTMLOptionElement[] {
  return Array.from(select.options).filter(
    (option) => !option.disabled && !option.hidden && !option.closest("optgroup:disabled"),
  );
}

/** The line of a required list that asks to choose: choosing it is choosing nothing. */
export function placeholderOf(select: HTMLSelectElement): HTMLOptionElement | undefined {
  const { required, multiple, size } = select;
  const [first] = select.options;
  const isPlaceholder =
    required && !multiple && size <= 1 && first?.value === "" && first.parentNode === select;
  return isPlaceholder ? first : undefined;
}

/** Judges whether a person could choose a value and submit it. */
export function judgeSelect(
  select: HTMLSelectElement,
  given: unknown,
  isChecked: boolean,
): Judgement {
  const options = optionsOf(select);
  const choices = options.map(({ value }) => value);
  const judged = select.multiple ? judgeChoices(choices, given) : judgeChoice(choices, given);
  if ("fault" in judged || !isChecked || !select.required) return judged;
  const chosen = select.multiple
    ? (given as unknown[])[0]
    : options.find(({ value }) => value === given);
  const isMissing = chosen === undefined || chosen === placeholderOf(select);
  return isMissing ? { fault: whyRequired(select) } : judged;
}

/** The browser's message, taken from a copy without options. */
function whyRequired(select: HTMLSelectElement): string {
  return (select.cloneNode(false) as HTMLSelectElement).validationMessage || "must be chosen";
}
