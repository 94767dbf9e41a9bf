import type { ValidationIssue } from "../../core/raw.js";
import type { Draft } from "../../json-form/draft.js";
import type { PlacedIssue } from "../../json-form/place-issues.js";
import type { DraftFault } from "../../json-form/read-draft.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";
import { visibleText } from "../../visible-text/visible-text.js";

/** The text of a draft's error. */
export function faultText({ field }: Draft, fault: DraftFault, strings: ApprovalStrings): string {
  const isInteger = field.kind === "number" && field.isInteger;
  const texts: Record<DraftFault, string> = {
    required: strings.errorRequired,
    number: isInteger ? strings.errorInteger : strings.errorNumber,
    exact: strings.errorExact,
    json: strings.errorJson,
    depth: strings.errorDepth,
  };
  return texts[fault];
}

/** The text of a validator's issue: this package's for the rules that a person understands, else the validator's. */
export function issueText({ issue, within }: PlacedIssue, strings: ApprovalStrings): string {
  const text = ownText(issue, strings) ?? strings.errorOther(visibleText(issue.message));
  return within.length === 0 ? text : `${visibleText(within.join("."))}: ${text}`;
}

type Writer = (expected: never, strings: ApprovalStrings) => string;

const withNumber: Readonly<Record<string, keyof ApprovalStrings>> = {
  minLength: "errorMinLength",
  maxLength: "errorMaxLength",
  minimum: "errorMinimum",
  maximum: "errorMaximum",
  exclusiveMinimum: "errorAbove",
  exclusiveMaximum: "errorBelow",
  minItems: "errorMinItems",
  maxItems: "errorMaxItems",
};

function ownText(
  { code, expected }: ValidationIssue,
  strings: ApprovalStrings,
): string | undefined {
  const key = Object.hasOwn(withNumber, code) ? withNumber[code] : undefined;
  if (key && typeof expected === "number")
    return (strings[key] as Writer)(expected as never, strings);
  if (code === "format" && typeof expected === "string") return strings.errorFormat(expected);
  const plain: Readonly<Record<string, string>> = {
    required: strings.errorRequired,
    enum: strings.errorChoice,
    const: strings.errorChoice,
    pattern: strings.errorPattern,
    uniqueItems: strings.errorUnique,
  };
  if (Object.hasOwn(plain, code)) return plain[code];
  return code === "type" && expected === "integer" ? strings.errorInteger : undefined;
}
