import { type AGUIEvent, EventType, type Message, type RunAgentInput } from "@ag-ui/core";
import { readTurn } from "../scripted/turn.js";
import { numberAfter, numberBefore } from "../scripted/words.js";
import { type Dinner, readDinner, wineFor } from "./dinner.js";
import { picturesIn } from "./pictures.js";

const MENU =
  "Leek tart with hazelnuts. Barley risotto, roast squash and sage. Plum sorbet, then coffee.";

/** Suggestions for the next message: the chat shows them above the composer. */
const NEXT = ["Make it a dinner for eight", "Write the menu", "Let me choose a dessert"];

const HELP =
  "I follow a script. I can change the number of guests, write the menu, have you choose a dessert, look at the table or at a picture of yours, and suggest what to ask next.";

/** The events of one run, between its start and its end. */
export function* eventsFor(input: RunAgentInput): Generator<AGUIEvent> {
  const dinner = readDinner(input.state);
  const turn = readTurn(input.messages);
  const [answer] = turn.answers;
  const asked = input.messages.findLast(({ role }) => role === "user");
  if (answer) yield* afterTool(answer, input.messages);
  else if (picturesIn(asked).length > 0) yield* say(`You sent ${picturesIn(asked).join(" and ")}.`);
  else yield* afterPrompt(turn.prompt, dinner);
}

function* afterPrompt(prompt: string, dinner: Dinner): Generator<AGUIEvent> {
  const guests = guestsIn(prompt);
  if (/\bdessert|\bchoose\b/i.test(prompt)) yield* askForDessert();
  else if (/\btable|seat|picture|draw/i.test(prompt)) yield* drawTable(dinner);
  else if (/\bmenu|cook|course/i.test(prompt)) yield* writeMenu();
  else if (/\bsuggest|next|ideas?\b/i.test(prompt)) yield* suggest();
  else if (guests !== undefined) yield* seat(guests);
  else yield* say(HELP);
}

// #region state
function* seat(guests: number): Generator<AGUIEvent> {
  yield {
    type: EventType.STATE_DELTA,
    delta: [
      { op: "replace", path: "/guests", value: guests },
      { op: "replace", path: "/wine", value: wineFor(guests) },
    ],
  };
  yield* say(`Dinner is for ${guests} now, with ${wineFor(guests)} bottles of wine.`);
}
// #endregion

// #region predicted
function* writeMenu(): Generator<AGUIEvent> {
  // From here on the page shows the argument "menu" as the state's "menu", as it is written.
  const value = [{ state_key: "menu", tool: "write_menu", tool_argument: "menu" }];
  yield { type: EventType.CUSTOM, name: "PredictState", value };
  const toolCallId = yield* call("write_menu", { menu: MENU });
  const messageId = crypto.randomUUID();
  yield { type: EventType.TOOL_CALL_RESULT, messageId, toolCallId, content: "Written." };
  // Confirms the predicted state.
  yield { type: EventType.STATE_DELTA, delta: [{ op: "replace", path: "/menu", value: MENU }] };
  yield* say("The menu is written.");
}
// #endregion

// #region suggestions
function* suggest(): Generator<AGUIEvent> {
  yield { type: EventType.CUSTOM, name: "suggestions", value: NEXT };
  yield* say("Three ideas are above the text field.");
}
// #endregion

function* askForDessert(): Generator<AGUIEvent> {
  const desserts = ["Plum sorbet", "Chocolate tart", "Cheese and pears"];
  yield* call("choose_dessert", { desserts });
}

function* drawTable({ guests }: Dinner): Generator<AGUIEvent> {
  yield* call("draw_table", { guests });
}

function* afterTool(
  { name, kind, text }: ReturnType<typeof readTurn>["answers"][number],
  messages: readonly Message[],
): Generator<AGUIEvent> {
  if (kind !== "ok") return yield* say(`\`${name}\` did not work: ${text}`);
  if (name === "choose_dessert") {
    const dessert = text.replace(/^"|"$/g, "").slice(0, 100);
    yield {
      type: EventType.STATE_DELTA,
      delta: [{ op: "replace", path: "/dessert", value: dessert }],
    };
    return yield* say(`${dessert} it is.`);
  }
  const seen = picturesIn(messages.findLast(({ role }) => role === "tool"));
  yield* say(seen.length > 0 ? `I have looked at it: ${seen.join(" and ")}.` : text);
}

function* say(text: string): Generator<AGUIEvent> {
  const messageId = crypto.randomUUID();
  yield { type: EventType.TEXT_MESSAGE_START, messageId, role: "assistant" };
  for (const delta of text.match(/\s*\S+/g) ?? [text]) {
    yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId, delta };
  }
  yield { type: EventType.TEXT_MESSAGE_END, messageId };
}

/** A call; returns its id. */
function* call(toolCallName: string, args: object): Generator<AGUIEvent, string> {
  const toolCallId = crypto.randomUUID();
  yield { type: EventType.TOOL_CALL_START, toolCallId, toolCallName };
  for (const delta of JSON.stringify(args).match(/[\s\S]{1,4}/gu) ?? []) {
    yield { type: EventType.TOOL_CALL_ARGS, toolCallId, delta };
  }
  yield { type: EventType.TOOL_CALL_END, toolCallId };
  return toolCallId;
}

function guestsIn(prompt: string): number | undefined {
  const guests = numberBefore(prompt, "guests|people|persons") ?? numberAfter(prompt, "for");
  return guests === undefined ? undefined : Math.min(12, Math.max(1, guests));
}
