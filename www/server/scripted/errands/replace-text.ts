import type { Errand, ErrandTurn, Steps } from "../errand.js";
import { callWith, type PlannedCall } from "../plan.js";
import { list } from "../words.js";
import { linesOf, pathsIn, refusal, wasDeclined } from "./reading.js";
import { begun, type ToDo, toDosIn, withStatus, writeToDos } from "./to-do-list.js";

const FROM_TO =
  /\b(?:move|change|rename|shift)\b.*?\bfrom\s+["“']?([^"”'\n]{2,60}?)["”']?\s+to\s+["“']?([^"”'\n.!?]{1,60}?)["”']?\s*(?:in (?:the|all|every)\b.*)?[.!?]?$/i;
const REPLACE =
  /\breplace\s+["“']?([^"”'\n]{2,60}?)["”']?\s+(?:with|by)\s+["“']?([^"”'\n.!?]{1,60}?)["”']?\s*(?:in (?:the|all|every)\b.*)?[.!?]?$/i;
/** As many files as are changed for one request. */
const MAX_FILES = 4;

export const replaceText: Errand = {
  needs: ["grep_tool", "file_read", "file_edit", "file_multi_edit"],
  offer: "replace words in all files, once you have seen each change",
  example: "Move the meetup from Thursday to Friday",

  begin(turn) {
    const [, from, to] = FROM_TO.exec(turn.prompt) ?? REPLACE.exec(turn.prompt) ?? [];
    return from === undefined || to === undefined ? undefined : replace(turn, from, to);
  },
};

function* replace({ has }: ErrandTurn, from: string, to: string): Steps {
  const keepsList = has("todo_read") && has("todo_write");
  const [found, before] = yield {
    say: `I'll look where “${from}” stands.`,
    calls: [
      callWith("grep_tool", { pattern: from, literal: true }),
      ...(keepsList ? [callWith("todo_read", {})] : []),
    ],
  };
  if (found?.kind !== "ok") return { say: `I couldn't search the files: ${refusal(found)}` };
  const paths = pathsIn(found.text).slice(0, MAX_FILES);
  if (paths.length === 0) return { say: `No file says “${from}”, so there is nothing to change.` };

  const isListed = before?.kind === "ok";
  const task = `Change ${from} to ${to} in ${list(paths)}`;
  const toDos: readonly ToDo[] = isListed ? begun(toDosIn(before), task) : [];
  const reads = yield {
    say: `${list(paths)} ${paths.length === 1 ? "says" : "say"} it. I read before I change.`,
    calls: [
      ...paths.map((path) => callWith("file_read", { path })),
      ...(isListed ? [writeToDos(toDos)] : []),
    ],
  };
  const edits = reads.flatMap(({ name, kind, args, text }) =>
    name === "file_read" && kind === "ok" ? editOf(String(args.path), text, from, to) : [],
  );
  if (edits.length === 0) return { say: `I couldn't read what I found: ${refusal(reads[0])}` };

  const changes = yield { say: "Here is what I would change.", calls: edits };
  const changed = changes.filter(({ kind }) => kind === "ok").map(({ args }) => String(args.path));
  if (isListed) {
    const status = changed.length === 0 ? "cancelled" : "completed";
    const isPart = changed.length > 0 && changed.length < changes.length;
    yield { calls: [writeToDos(withStatus(toDos, task, isPart ? "pending" : status))] };
  }
  return { say: ending(changed, changes.filter(({ kind }) => kind !== "ok").map(whyNot), to) };
}

/** Each line that says it, as one edit: the line is what makes the place the only one. */
function editOf(path: string, text: string, from: string, to: string): readonly PlannedCall[] {
  const lines = [...new Set(linesOf(text).filter((line) => line.includes(from)))];
  const edits = lines.map((line) => ({
    old_text: line,
    new_text: line.replaceAll(from, () => to),
  }));
  const [only, ...others] = edits;
  if (!only) return [];
  return [
    others.length === 0
      ? callWith("file_edit", { path, ...only })
      : callWith("file_multi_edit", { path, edits }),
  ];
}

function whyNot(answer: Parameters<typeof refusal>[0] & object): string {
  const path = String(answer.args.path);
  return wasDeclined(answer)
    ? `You said no to ${path}, so it is as it was.`
    : `${path} is as it was: ${refusal(answer)}`;
}

function ending(changed: readonly string[], kept: readonly string[], to: string): string {
  const done =
    changed.length > 0
      ? [`${list(changed)} ${changed.length === 1 ? "says" : "say"} ${to} now.`]
      : [];
  return [...done, ...kept].join(" ");
}
