import type { Interrupt, Message, State } from "@ag-ui/core";
import { jsonObjectOf } from "../codec/json-object.js";
import { isArray, isObject, read, readNumber, readText } from "../codec/safe-read.js";
import { readMessages } from "../element/thread/read-messages.js";
import { LONGEST_ID } from "./stored-json.js";
import type { CallPhase, CallRecord, StoredRun, StoredThread } from "./thread-store.js";

// Other code of the origin may have written anything: what is malformed is treated as absent.

/** A thread as it was stored; `undefined` for anything else. */
export function readThread(value: unknown): StoredThread | undefined {
  if (!isObject(value)) return undefined;
  const id = readId(value, "id");
  const createdAt = readNumber(value, "createdAt");
  const updatedAt = readNumber(value, "updatedAt");
  const messages = messagesOf(read(value, "messages"));
  if (id === undefined || createdAt === undefined || updatedAt === undefined || !messages) {
    return undefined;
  }
  const title = readText(value, "title");
  const state: State = read(value, "state") ?? {};
  const interrupts = interruptsOf(read(value, "interrupts"));
  const isRunning = read(value, "isRunning") === true;
  const named = title ? { title } : {};
  const run = runOf(read(value, "run"), messages.length);
  const kept = { id, ...named, createdAt, updatedAt, messages, state, interrupts, isRunning };
  return run ? { ...kept, run } : kept;
}

function runOf(value: unknown, most: number): StoredRun | undefined {
  if (!isObject(value)) return undefined;
  const runId = readId(value, "runId");
  const messages = readNumber(value, "messages");
  if (runId === undefined || messages === undefined) return undefined;
  if (!Number.isInteger(messages) || messages < 0 || messages > most) return undefined;
  return { runId, messages, state: read(value, "state") ?? {} };
}

/** A thread in bytes of JSON; `undefined` for anything else. */
export function threadOfBytes(bytes: unknown): StoredThread | undefined {
  if (!ArrayBuffer.isView(bytes)) return undefined;
  return readThread(jsonObjectOf(new TextDecoder().decode(bytes)));
}

const phases: readonly unknown[] = [
  "announced",
  "approved",
  "begun",
  "ended",
] satisfies CallPhase[];

/** The record of a call as it was stored; `undefined` for anything else. */
export function readCall(value: unknown): CallRecord | undefined {
  if (!isObject(value)) return undefined;
  const [key, threadId] = [readText(value, "key"), readId(value, "threadId")];
  const [messageId, toolCallId] = [readText(value, "messageId"), readText(value, "toolCallId")];
  const toolName = readText(value, "toolName");
  const [attempts, at] = [readNumber(value, "attempts"), readNumber(value, "at")];
  const phase = read(value, "phase");
  const isWhole =
    key !== undefined &&
    threadId !== undefined &&
    messageId !== undefined &&
    toolCallId !== undefined &&
    toolName !== undefined &&
    attempts !== undefined &&
    at !== undefined;
  if (!isWhole || !phases.includes(phase)) return undefined;
  const editedArgs = readText(value, "editedArgs");
  const answer = messagesOf([read(value, "answer")])?.[0];
  return {
    ...{ key, threadId, messageId, toolCallId, toolName, attempts, at },
    phase: phase as CallPhase,
    ...(editedArgs !== undefined && { editedArgs }),
    ...(read(value, "isStrict") === true && { isStrict: true }),
    ...(read(value, "continues") === true && { continues: true }),
    ...(answer?.role === "tool" && { answer }),
  };
}

function readId(holder: object, key: string): string | undefined {
  const id = readText(holder, key);
  return id !== undefined && id !== "" && id.length <= LONGEST_ID ? id : undefined;
}

function messagesOf(value: unknown): Message[] | undefined {
  try {
    return readMessages(value);
  } catch {
    return undefined;
  }
}

function interruptsOf(value: unknown): Interrupt[] {
  if (!isArray(value)) return [];
  return value.filter(
    (each): each is Interrupt => isObject(each) && typeof read(each, "id") === "string",
  );
}
