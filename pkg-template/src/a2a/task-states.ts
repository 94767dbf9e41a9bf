import type { Role, TaskState } from "@a2a-js/sdk";

// The SDK's enums by their numbers, which the protocol fixes: the package itself is loaded when it is needed.

export const unspecified: TaskState = 0;
export const submitted: TaskState = 1;
export const working: TaskState = 2;
export const completed: TaskState = 3;
export const failed: TaskState = 4;
export const canceled: TaskState = 5;
export const inputRequired: TaskState = 6;
export const rejected: TaskState = 7;
export const authRequired: TaskState = 8;

export const ofUser: Role = 1;
export const ofAgent: Role = 2;

/** Returns true if a task is over for good. */
export function isTerminal(state: TaskState | undefined): boolean {
  return state === completed || state === failed || state === canceled || state === rejected;
}
