import type { Tool } from "@ag-ui/core";
import type { Plan } from "./plan.js";
import type { Answer, Turn } from "./turn.js";

/** What is given to the steps of an errand. */
export interface ErrandTurn extends Turn {
  /** Whether the page offers a tool. */
  has(tool: string): boolean;
}

/** Plans round after round, each time from what the round before was answered; what it returns is the end. */
export type Steps = Generator<Plan, Plan, readonly Answer[]>;

/** A request that takes several rounds of calls, each of which depends on what came of the ones before. */
export interface Errand {
  /** Without these it can't be done. */
  readonly needs: readonly string[];
  /** Completes "I can …". */
  readonly offer: string;
  readonly example: string;
  /** Its steps, when a prompt asks for it. They must plan the same for the same answers: they are gone through anew each round. */
  begin(turn: ErrandTurn): Steps | undefined;
}

/** What comes next of an errand, from the answers of all rounds so far. */
export function nextStep(steps: Steps, { rounds }: Turn): Plan {
  let step = steps.next();
  for (const answers of rounds) {
    if (step.done) break;
    step = steps.next(answers);
  }
  return step.value;
}

export function errandTurn(turn: Turn, tools: readonly Tool[]): ErrandTurn {
  const offered = new Set(tools.map(({ name }) => name));
  return { ...turn, has: (tool) => offered.has(tool) };
}
