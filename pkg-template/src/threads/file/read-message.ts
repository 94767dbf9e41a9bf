import type { Message } from "@ag-ui/core";
import {
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  Malformed,
  optionalObject,
  optionalTexts,
  ownOf,
  textOf,
} from "./fields.js";

/** Parts of one message. */
const MOST_PARTS = 1_000;
/** Calls of one message. */
const MOST_CALLS = 1_000;

const MEDIA: readonly unknown[] = ["image", "audio", "video", "document"];
const SOURCES: readonly unknown[] = ["data", "url", "file"];

/**
 * The message of a file, read field by field: members that are not of the protocol are left out. `undefined` for
 * instructions (`system`, `developer`), which a file has no right to give.
 *
 * @throws {Malformed} for a message that is not one of the protocol.
 */
export function readMessage(value: unknown, place: string): Message | undefined {
  const fields = fieldsOf(value, place);
  const role = ownOf(fields, "role");
  if (role === "system" || role === "developer") return undefined;
  const base = {
    id: idOf(fields, "id", place),
    ...optionalTexts(fields, ["subagentRunId"], place),
    ...optionalObject(fields, "metadata", place),
  };
  const named = optionalTexts(fields, ["name", "encryptedValue"], place);
  switch (role) {
    case "user":
      return { ...base, ...named, role, content: contentOf(fields, place) };
    case "assistant":
      return { ...base, ...named, role, ...answerOf(fields, place) };
    case "tool": {
      const content = contentOf(fields, place);
      const toolCallId = idOf(fields, "toolCallId", place);
      return {
        ...base,
        role,
        toolCallId,
        content,
        ...optionalTexts(fields, ["error", "encryptedValue"], place),
      };
    }
    case "reasoning": {
      const encrypted = optionalTexts(fields, ["encryptedValue"], place);
      return { ...base, role, content: textOf(fields, "content", place), ...encrypted };
    }
    case "activity": {
      const activityType = idOf(fields, "activityType", place);
      const content = fieldsOf(ownOf(fields, "content"), `${place}.content`);
      return { ...base, role, activityType, content };
    }
    default:
      throw new Malformed(`${place}.role must be one of the protocol`);
  }
}

type Content = Extract<Message, { role: "user" }>["content"];
type Part = Exclude<Content, string>[number];
type Call = NonNullable<Extract<Message, { role: "assistant" }>["toolCalls"]>[number];

function contentOf(fields: Fields, place: string): Content {
  const content = ownOf(fields, "content");
  if (typeof content === "string") return content;
  const at = `${place}.content`;
  return listOf(content, at, MOST_PARTS).map((part, index) => readPart(part, `${at}[${index}]`));
}

function readPart(value: unknown, place: string): Part {
  const fields = fieldsOf(value, place);
  const type = ownOf(fields, "type");
  const about = {
    ...optionalTexts(fields, ["id"], place),
    ...optionalObject(fields, "metadata", place),
  };
  if (type === "text") return { ...about, type, text: textOf(fields, "text", place) };
  if (!MEDIA.includes(type)) throw new Malformed(`${place}.type must be one of the protocol`);
  const at = `${place}.source`;
  const source = fieldsOf(ownOf(fields, "source"), at);
  const kind = ownOf(source, "type");
  if (!SOURCES.includes(kind)) throw new Malformed(`${at}.type must be one of the protocol`);
  const optional = optionalTexts(source, ["mimeType", "provider"], at);
  if (kind === "data" && optional.mimeType === undefined) {
    throw new Malformed(`${at}.mimeType must be a text`);
  }
  const read = { type: kind, value: textOf(source, "value", at), ...optional };
  return { ...about, type, source: read } as Part;
}

function answerOf(fields: Fields, place: string): { content?: string; toolCalls?: Call[] } {
  const calls = ownOf(fields, "toolCalls") ?? [];
  const at = `${place}.toolCalls`;
  const toolCalls = listOf(calls, at, MOST_CALLS).map((call, index) =>
    readCall(call, `${at}[${index}]`),
  );
  return {
    ...optionalTexts(fields, ["content"], place),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

function readCall(value: unknown, place: string): Call {
  const fields = fieldsOf(value, place);
  const called = fieldsOf(ownOf(fields, "function"), `${place}.function`);
  return {
    id: idOf(fields, "id", place),
    type: "function",
    function: {
      name: idOf(called, "name", `${place}.function`),
      arguments: textOf(called, "arguments", `${place}.function`),
    },
    ...optionalTexts(fields, ["encryptedValue"], place),
    ...optionalObject(fields, "metadata", place),
  };
}
