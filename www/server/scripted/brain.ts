import type { Brain } from "../run/brain.js";
import { Pace } from "../run/pace.js";
import type { Run } from "../run/run.js";
import { answerPrompt } from "./answer-prompt.js";
import { errandStep } from "./errands/index.js";
import type { PlannedCall } from "./plan.js";
import { react } from "./react.js";
import { readTurn } from "./turn.js";

/** Pauses in milliseconds: before it speaks, between words, and between pieces of arguments. */
const THINKING = 350;
const WORD = 26;
const PIECE = 55;
const PIECE_LENGTH = 9;
/** A long answer or argument is not typed for minutes. */
const MAX_PIECES = 60;

/** An agent without a model: reads a prompt for what it knows, calls the page's tools and tells what came of it. */
export function scriptedBrain(pace: number): Brain {
  return {
    info: { brain: "scripted" },
    async think(input, run) {
      const turn = readTurn(input.messages);
      const tools = input.tools ?? [];
      const { say, calls } =
        errandStep(turn, tools) ??
        (turn.answers.length > 0 ? react(turn, tools) : answerPrompt(turn, tools));
      const tempo = new Pace(pace, run.signal);
      await tempo.pause(THINKING);
      await speak(run, tempo, say ?? "");
      await call(run, tempo, calls ?? []);
    },
  };
}

async function speak(run: Run, tempo: Pace, text: string): Promise<void> {
  for (const piece of inPieces(text.match(/\s*\S+\s*?/g) ?? [])) {
    await run.text(piece);
    await tempo.pause(WORD);
  }
}

/** Streams the arguments of all calls side by side, as models with parallel calls do. */
async function call(run: Run, tempo: Pace, calls: readonly PlannedCall[]): Promise<void> {
  const open: { id: string; pieces: string[] }[] = [];
  for (const { name, args } of calls) {
    open.push({
      id: await run.callStart(name),
      pieces: inPieces(args.match(new RegExp(`[^]{1,${PIECE_LENGTH}}`, "gu")) ?? []),
    });
    await tempo.pause(PIECE);
  }
  while (open.some(({ pieces }) => pieces.length > 0)) {
    for (const { id, pieces } of open) {
      const piece = pieces.shift();
      if (piece === undefined) continue;
      await run.callArgs(id, piece);
      await tempo.pause(PIECE);
    }
  }
  for (const { id } of open) await run.callEnd(id);
}

function inPieces(parts: readonly string[]): string[] {
  const size = Math.ceil(parts.length / MAX_PIECES) || 1;
  return Array.from({ length: Math.ceil(parts.length / size) }, (_, i) =>
    parts.slice(i * size, (i + 1) * size).join(""),
  );
}
