import type { ApprovalStrings } from "./strings.js";

const number = (value: number): string => value.toLocaleString("en");
const count = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** The texts of questions to a person, in English. */
export const english: ApprovalStrings = {
  approve: "Allow",
  approveEdited: "Allow with changes",
  decline: "Decline",
  edit: "Edit",
  discardEdits: "Discard changes",
  question: (subject, hasTitle) => (hasTitle ? `${subject}?` : `May the agent run ${subject}?`),
  announcement: (question) => `The agent waits for your decision: ${question}`,
  tool: "Tool",
  askedBy: (name) => `Requested by the agent ${name}.`,
  dangerous: "May be impossible to undo",
  previewPending: "Working out what it would change…",
  change: (size) =>
    size === "" ? "It would change this file." : `It would change this file: ${size}.`,
  arguments: (all) => (all === 0 ? "Arguments" : count(all, "argument", "arguments")),
  argumentsNone: "No arguments.",
  argumentsPrepared: "Prepared by the server",
  argumentsAsked: "The agent asked for",
  argumentsAll: (length) => `${count(length, "character", "characters")}: show at full height`,
  argumentsMore: (more) => `${number(more)} more`,
  argumentsEmpty: "empty",
  argumentsSecret: "Hidden because it is sensitive. Show",
  reason: "Give a reason",
  reasonLabel: "Reason, if you decline",
  failed: (message) => `Your answer was not accepted: ${message}`,
  approved: "Allowed",
  declined: "Declined",
  withdrawn: "Withdrawn",
  diffLabel: (path) => `Change of ${path}`,
  diffAdded: "Added:",
  diffRemoved: "Removed:",
  diffUnchanged: "Unchanged lines are left out",
  diffNoLineEnd: "The line above ends the file without a line end.",
  diffSize: (added, removed) =>
    [
      ...(added > 0 ? [`${count(added, "line", "lines")} added`] : []),
      ...(removed > 0 ? [`${count(removed, "line", "lines")} removed`] : []),
    ].join(", "),
  diffSideBySide: "Side by side",
  diffBefore: "Before",
  diffAfter: "After",
  interruptQuestion: "The agent needs your answer",
  interruptReason: "Reason",
  interruptConfirm: "Confirm",
  interruptCancel: "Cancel",
  interruptChange: "Change the answer",
  interruptConfirmed: "Confirmed",
  interruptCancelled: "Cancelled",
  interruptProgress: (answered, all) => `${number(answered)} of ${number(all)} answered`,
  interruptSent: "Your answer was sent.",
  interruptExpiresIn: (seconds) => `Expires in ${duration(seconds)}`,
  interruptExpired: "Expired: it can only be cancelled.",
  formOptional: "optional",
  formChoose: "Choose…",
  formNone: "None",
  formAdd: (list) => (list === "" ? "Add an item" : `Add to “${list}”`),
  formRemove: (item) => `Remove item ${number(item)}`,
  formMoveUp: (item) => `Move item ${number(item)} up`,
  formMoveDown: (item) => `Move item ${number(item)} down`,
  formItem: (item) => `Item ${number(item)}`,
  formItemAdded: (item) => `Item ${number(item)} was added.`,
  formItemRemoved: (item) => `Item ${number(item)} was removed.`,
  formItemMoved: (item) => `It is item ${number(item)} now.`,
  formValue: "Answer",
  formJson: "As JSON",
  formZone: (zone) => `Time zone: ${zone === "Z" ? "UTC" : `UTC${zone}`}`,
  formHidden: (shown) => `Contains hidden characters: ${shown}`,
  formErrors: (errors) => `Please correct ${count(errors, "field", "fields")}`,
  errorRequired: "Please fill this in.",
  errorNumber: "Enter a number, such as 12.5.",
  errorInteger: "Enter a whole number.",
  errorExact: "This number is too large to be exact.",
  errorJson: "This is not JSON.",
  errorDepth: "This is nested too deeply.",
  errorChoice: "Choose one of the options.",
  errorFormat: (format) => formats[format] ?? `This does not have the format “${format}”.`,
  errorPattern: "This does not have the required form.",
  errorMinLength: (length) => `Enter at least ${count(length, "character", "characters")}.`,
  errorMaxLength: (length) => `Enter at most ${count(length, "character", "characters")}.`,
  errorMinimum: (limit) => `Enter ${number(limit)} or more.`,
  errorMaximum: (limit) => `Enter ${number(limit)} or less.`,
  errorAbove: (limit) => `Enter more than ${number(limit)}.`,
  errorBelow: (limit) => `Enter less than ${number(limit)}.`,
  errorMinItems: (least) => `Add at least ${count(least, "item", "items")}.`,
  errorMaxItems: (most) => `Keep at most ${count(most, "item", "items")}.`,
  errorUnique: "Each item may occur only once.",
  errorOther: (message) => `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
};

const formats: Readonly<Record<string, string>> = {
  email: "Enter an email address, such as ada@example.org.",
  uri: "Enter a web address, such as https://example.org.",
  date: "Enter a date.",
  time: "Enter a time.",
  "date-time": "Enter a date and a time.",
};

function duration(seconds: number): string {
  if (seconds >= 86_400) return count(Math.floor(seconds / 86_400), "day", "days");
  if (seconds >= 3_600) return count(Math.floor(seconds / 3_600), "hour", "hours");
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
