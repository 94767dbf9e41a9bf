import type { AgentCapabilities, ContentPart, UserMessage } from "@ag-ui/core";
import { isObject, readText } from "../../codec/safe-read.js";

type Kind = keyof NonNullable<NonNullable<AgentCapabilities["multimodal"]>["input"]>;

/** Which ability a part of a message takes; nothing for text. */
export function kindOf(part: ContentPart): Kind | undefined {
  switch (part.type) {
    case "image":
    case "audio":
    case "video":
      return part.type;
    case "document":
      return mimeTypeOf(part) === "application/pdf" ? "pdf" : "file";
    default:
      return undefined;
  }
}

/** Whether an agent takes a part; `undefined` as long as nobody knows. */
export function takes(
  capabilities: AgentCapabilities | undefined,
  part: ContentPart,
): boolean | undefined {
  const kind = kindOf(part);
  return kind === undefined ? true : capabilities?.multimodal?.input?.[kind];
}

/**
 * Refuses what an agent is known not to take, before it gets into the thread. What is unknown is sent.
 *
 * @throws {TypeError} that names the part and the capability.
 */
export function checkTakes(
  content: UserMessage["content"],
  capabilities: AgentCapabilities | undefined,
): void {
  if (typeof content === "string") return;
  for (const [index, part] of content.entries()) {
    if (takes(capabilities, part) !== false) continue;
    const what = `content[${index}] is of the type "${part.type}"`;
    const why = `which the agent does not take (capabilities.multimodal.input.${kindOf(part)} is false)`;
    throw new TypeError(`<ag-ui-agent>: ${what}, ${why}. Leave it out, or describe it in words.`);
  }
}

/** The type of a part's data, where the part says so. */
export function mimeTypeOf(part: ContentPart): string | undefined {
  if (part.type === "text") return undefined;
  // Nobody has checked it: a page or a handler gave it.
  const source: unknown = part.source;
  return isObject(source) ? readText(source, "mimeType") : undefined;
}
