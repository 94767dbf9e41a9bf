import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { start, wellFormed } from "../codec/truncate.js";
import { bytesOf, type ToolContentPart } from "../execution/content-parts.js";

/** The `output` of a server's tool: its whole answer. */
export interface McpToolOutput {
  /** Text, images, audio, links to resources and resources, as the server sent them. */
  readonly content: readonly ContentBlock[];
  /** The result as data, where the tool has some; by its `outputSchema`, if it has one. */
  readonly structuredContent?: unknown;
  /** The server's own metadata. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export function outputOf({ content, structuredContent, _meta }: CallToolResult): McpToolOutput {
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(_meta !== undefined && { _meta }),
  };
}

/**
 * An answer's text for the model: text as it is, and for any other content a line that describes it. Structured data
 * replace missing content; a server that sends both repeats itself.
 */
export function textOfContent({ content, structuredContent }: CallToolResult): string {
  if (content.length === 0 && structuredContent !== undefined) return json(structuredContent);
  return content.map(textOfBlock).join("\n");
}

/** The parts of an answer for a model that takes media; everything but images and audio is text. */
export function partsOfContent(result: CallToolResult): ToolContentPart[] {
  if (result.content.length === 0) return [{ type: "text", text: textOfContent(result) }];
  return result.content.map((block): ToolContentPart => {
    if (block.type !== "image" && block.type !== "audio") {
      return { type: "text", text: textOfBlock(block) };
    }
    const { type, data, mimeType } = block;
    // Without data there is nothing to send.
    if (data === "") return { type: "text", text: textOfBlock(block) };
    return { type, source: { type: "data", value: data, mimeType } };
  });
}

function textOfBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}: ${short(block.mimeType)}, ${bytesOf(block.data)} bytes]`;
    case "resource_link": {
      const { uri, name, title, mimeType, size, description } = block;
      const facts = [mimeType && short(mimeType), size !== undefined && `${size} bytes`];
      const known = facts.filter(Boolean).join(", ");
      const about = description ? `: ${short(description)}` : "";
      return `[resource link: ${short(title ?? name)}, ${short(uri)}${known && ` (${known})`}${about}]`;
    }
    case "resource": {
      const { resource } = block;
      const kind = resource.mimeType ? ` (${short(resource.mimeType)})` : "";
      return "text" in resource
        ? `[resource: ${short(resource.uri)}${kind}]\n${resource.text}`
        : `[resource: ${short(resource.uri)}${kind}, ${bytesOf(resource.blob)} bytes]`;
    }
    default:
      return `[${short(String((block as { type?: unknown }).type))}: of a kind unknown here]`;
  }
}

/** Shortens a server's text to a part of one line: it is a label, not text for the model. */
function short(text: string): string {
  return wellFormed(start(text.replace(/\s+/g, " "), 500));
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
