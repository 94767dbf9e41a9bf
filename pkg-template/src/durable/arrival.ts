import { start } from "../codec/truncate.js";
import { readMember } from "../dom/members.js";
import { readableText } from "../visible-text/readable-text.js";

/** The longest title and address that the model is shown, in UTF-16 units. */
const LONGEST = 1_000;

/** The answer of a call that left its page on purpose: facts of the page that is open now. */
export function arrivalText(): string {
  if (typeof document === "undefined") return "The page was left during the call.";
  const member = (name: "URL" | "title"): string =>
    start(readableText(readMember<string>(Document.prototype, name, document)), LONGEST);
  const address = member("URL");
  const title = JSON.stringify(member("title"));
  return `The page was left during the call. The page that is open now is ${address}, and its title is ${title}.`;
}
