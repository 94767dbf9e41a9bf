import { callWith, type PlannedCall } from "../plan.js";
import type { Answer } from "../turn.js";

/** One thing to do, as `todo_write` takes it. */
export interface ToDo {
  readonly id: string;
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed" | "cancelled";
  readonly priority: "low" | "medium" | "high";
}

const STATES: Readonly<Record<string, ToDo["status"]>> = {
  " ": "pending",
  ">": "in_progress",
  x: "completed",
  "-": "cancelled",
};

/** The list with a task that has begun. Only one thing is in progress at a time. */
export function begun(toDos: readonly ToDo[], content: string): readonly ToDo[] {
  const others = toDos
    .filter((toDo) => toDo.content !== content)
    .map((toDo): ToDo => (toDo.status === "in_progress" ? { ...toDo, status: "pending" } : toDo));
  return [...others, { id: freshId(others), content, status: "in_progress", priority: "high" }];
}

/** The list with another status of a task. */
export function withStatus(
  toDos: readonly ToDo[],
  content: string,
  status: ToDo["status"],
): readonly ToDo[] {
  return toDos.map((toDo) => (toDo.content === content ? { ...toDo, status } : toDo));
}

/** The smallest number that no other has. */
export function freshId(toDos: readonly ToDo[]): string {
  const taken = new Set(toDos.map(({ id }) => id));
  let number = 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

/** `todo_write` replaces the whole list. */
export function writeToDos(todos: readonly ToDo[]): PlannedCall {
  return callWith("todo_write", { todos });
}

/** The list that a tool answered with: a line for each thing, as in `[x] 2: Order drinks (high)`. */
export function toDosIn({ text }: Answer): readonly ToDo[] {
  return Array.from(
    text.matchAll(/^\[([ >x-])\] ([^:\n]+): (.+?)(?: \((high|low)\))?$/gm),
    ([, mark = " ", id = "", content = "", priority]): ToDo => ({
      id,
      content,
      status: STATES[mark] ?? "pending",
      priority: priority === "high" || priority === "low" ? priority : "medium",
    }),
  );
}
