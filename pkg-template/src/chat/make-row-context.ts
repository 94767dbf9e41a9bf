import type { PropertyValues } from "lit";
import type { Strings } from "../texts/strings.js";
import type { ChatElement } from "./chat-element.js";
import type { ConversationState } from "./conversation-state.js";
import { markdown } from "./late-modules.js";
import { markdownViews } from "./markdown-views.js";
import type { RowActions, RowContext } from "./row-context.js";
import { cutAt } from "./thread-cut.js";

/** Makes the context of a chat's rows from its properties as they are now. */
export function makeRowContext(
  chat: ChatElement,
  strings: Strings,
  state: ConversationState,
  actions: RowActions,
): RowContext {
  const { agent, linkSchemes, highlight, math, allowImage } = chat;
  const given = { linkSchemes, highlight, math, allowImage };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    ...{ agent, strings, allowImage, actions },
    newMarkdown: markdownViews({ ...Object.fromEntries(known), strings }),
    hasFeedback: chat.feedback,
    isStreaming: ({ message }) => state.isStreaming(message),
    seconds: ({ message }) => state.reasoningSeconds(message.id),
    cutAt: ({ message }) => cutAt(state.messages, message),
  };
}

/** Returns true if a chat's rows need no other context: all are rendered again once Markdown can be read. */
export function isCurrent(
  context: RowContext | undefined,
  chat: ChatElement,
  changed: PropertyValues,
): context is RowContext {
  if (context?.agent !== chat.agent || OF_ROWS.some((name) => changed.has(name))) return false;
  return context !== undefined && (context.newMarkdown !== undefined || !markdown.now);
}

const OF_ROWS = ["strings", "allowImage", "linkSchemes", "highlight", "math", "feedback"];
