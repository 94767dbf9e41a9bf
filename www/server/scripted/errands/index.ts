import type { Tool } from "@ag-ui/core";
import { type Errand, errandTurn, nextStep } from "../errand.js";
import { literalCalls } from "../literal-calls.js";
import type { Plan } from "../plan.js";
import type { Turn } from "../turn.js";
import { bake } from "./bake.js";
import { fillForm } from "./fill-form.js";
import { findText } from "./find-text.js";
import { lookAround } from "./look-around.js";
import { orderGoods } from "./order-goods.js";
import { planToDos } from "./plan-to-dos.js";
import { readToDos } from "./read-to-dos.js";
import { replaceText } from "./replace-text.js";
import { writeInvitation } from "./write-invitation.js";

/** Everything that takes the scripted agent several rounds, in the order it offers them; the first that fits is done. */
export const errands: readonly Errand[] = [
  lookAround,
  replaceText,
  planToDos,
  readToDos,
  findText,
  writeInvitation,
  fillForm,
  orderGoods,
  bake,
];

/** The tools that errands are done with. */
export const errandTools: ReadonlySet<string> = new Set(errands.flatMap(({ needs }) => needs));

/** Longer prompts ask for none of them. */
const MAX_PROMPT = 2_000;

/** What comes next of the errand that the last prompt asks for, if it does. */
export function errandStep(turn: Turn, tools: readonly Tool[]): Plan | undefined {
  if (turn.prompt.length > MAX_PROMPT || literalCalls(turn.prompt).length > 0) return undefined;
  const asked = errandTurn(turn, tools);
  for (const errand of errands) {
    if (!errand.needs.every(asked.has)) continue;
    const steps = errand.begin(asked);
    if (steps) return nextStep(steps, turn);
  }
  return undefined;
}
