import type { Errand, ErrandTurn, Steps } from "../errand.js";
import { callWith, type PlannedCall } from "../plan.js";
import type { Answer } from "../turn.js";
import { type Element, elementsIn } from "./page-elements.js";
import { linesOf, refusal, wasDeclined } from "./reading.js";

const TOPIC = /\b(?:fill|complete|publish|announce\w*)\b/i;
/** Where the scripted agent looks what is to be announced. */
const SOURCE = "notes/agenda.md";
const DAY = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/;

export const fillForm: Errand = {
  needs: ["get_page", "type", "click"],
  offer: "look at the form of this page and fill it in",
  example: "Fill in the announcement",
  begin: (turn) => (TOPIC.test(turn.prompt) ? fill(turn) : undefined),
};

function* fill({ has }: ErrandTurn): Steps {
  const [page, notes] = yield {
    say: "I'll look at the form, and at the agenda for what to write.",
    calls: [
      callWith("get_page", {}),
      ...(has("file_read") ? [callWith("file_read", { path: SOURCE })] : []),
    ],
  };
  if (page?.kind !== "ok") return { say: `I couldn't look at the page: ${refusal(page)}` };
  const elements = elementsIn(page.text);
  const typing = entries(notes).flatMap(([field, text]) => typed(elements, field, text));
  if (typing.length === 0) return { say: "I see no field there that I know how to fill in." };

  const entered = yield { calls: typing };
  const refused = entered.find(({ kind }) => kind !== "ok");
  if (refused) return { say: notFilled(refused) };
  const button = elements.find(({ role, name }) => role === "button" && /publish/i.test(name));
  if (!button) return { say: "The form is filled in. Have a look, and send it yourself." };
  const [clicked] = yield {
    say: "The form is filled in. Publishing it is for you to decide.",
    calls: [callWith("click", { ref: button.ref })],
  };
  if (clicked?.kind === "ok") return { say: "Published: the form says so below." };
  if (clicked && wasDeclined(clicked))
    return { say: "All right, nothing is published. The form stays filled in." };
  return { say: `I couldn't publish it: ${refusal(clicked)}` };
}

/** What to write into which field: from the agenda, as far as it can be read. */
function entries(notes: Answer | undefined): readonly (readonly [RegExp, string])[] {
  const lines = notes?.kind === "ok" ? linesOf(notes.text) : [];
  const title = lines.find((line) => line.startsWith("# "))?.slice(2);
  const day = lines.map((line) => DAY.exec(line)?.[0]).find((found) => found !== undefined);
  const places = lines.map((line) => /\b(\d+) places\b/.exec(line)?.[1]).find(Boolean);
  return [
    [/title/i, title ?? "An evening"],
    [/day/i, day ?? "Thursday"],
    [/places/i, places ?? "20"],
  ];
}

function typed(elements: readonly Element[], field: RegExp, text: string): readonly PlannedCall[] {
  const found = elements.find(({ role, name }) => isField(role) && field.test(name));
  if (!found) return [];
  // A list has nothing to clear: another option takes the place of the first.
  const clear = found.role === "combobox" || found.role === "listbox" ? {} : { clear: true };
  return [callWith("type", { ref: found.ref, text, ...clear })];
}

function isField(role: string): boolean {
  return /^(?:textbox|searchbox|spinbutton|combobox|listbox)$/.test(role);
}

function notFilled(answer: Answer): string {
  if (wasDeclined(answer)) return "All right, I leave the form to you.";
  return `I couldn't fill in the form: ${refusal(answer)}`;
}
