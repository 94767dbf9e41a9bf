import type { Model, ModelEvent } from "ag-ui-lit/server";
import { Pace } from "../pace.js";
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

/** In place of a model: reads a prompt for what it knows, calls the tools it is offered and tells what came of it. */
export function scriptedModel(pace: number): Model {
  return async function* ({ messages, tools, signal }) {
    const turn = readTurn(messages);
    const { say, calls } =
      errandStep(turn, tools) ??
      (turn.answers.length > 0 ? react(turn, tools) : answerPrompt(turn, tools));
    const tempo = new Pace(pace, signal);
    await tempo.pause(THINKING);
    yield* speak(tempo, say ?? "");
    yield* call(tempo, calls ?? []);
  };
}

async function* speak(tempo: Pace, text: string): AsyncGenerator<ModelEvent> {
  for (const delta of inPieces(text.match(/\s*\S+\s*?/g) ?? [])) {
    yield { type: "text", delta };
    await tempo.pause(WORD);
  }
}

/** Streams the arguments of all calls side by side, as models with parallel calls do. */
async function* call(tempo: Pace, calls: readonly PlannedCall[]): AsyncGenerator<ModelEvent> {
  const open: { id: string; pieces: string[] }[] = [];
  for (const { name, args } of calls) {
    const id = `call_${crypto.randomUUID()}`;
    open.push({
      id,
      pieces: inPieces(args.match(new RegExp(`[^]{1,${PIECE_LENGTH}}`, "gu")) ?? []),
    });
    yield { type: "tool_call_start", id, name };
    await tempo.pause(PIECE);
  }
  while (open.some(({ pieces }) => pieces.length > 0)) {
    for (const { id, pieces } of open) {
      const delta = pieces.shift();
      if (delta === undefined) continue;
      yield { type: "tool_call_args", id, delta };
      await tempo.pause(PIECE);
    }
  }
  for (const { id } of open) yield { type: "tool_call_end", id };
}

function inPieces(parts: readonly string[]): string[] {
  const size = Math.ceil(parts.length / MAX_PIECES) || 1;
  return Array.from({ length: Math.ceil(parts.length / size) }, (_, i) =>
    parts.slice(i * size, (i + 1) * size).join(""),
  );
}
