import type { AssistantMessage, UserMessage } from "@ag-ui/core";
import { html, nothing, type TemplateResult } from "lit";
import { messageText } from "../codec/message-text.js";
import { start } from "../codec/truncate.js";
import { visibleText } from "../visible-text/visible-text.js";
import { attachments } from "./attachments.js";
import { exportedCardParts } from "./exported-parts.js";
import type { MarkdownView } from "./markdown/markdown-view.js";
import { plainParagraphs } from "./markdown/plain-paragraphs.js";
import { messageEditor } from "./message-editor.js";
import { reasoningView } from "./reasoning-view.js";
import { agentActions, cutQuestion, userActions } from "./row-actions.js";
import type { RowContext } from "./row-context.js";
import type { Row, RowMemory } from "./rows.js";

/** A message of the person that is longer is folded. */
const LONG = { characters: 2_000, lines: 24 };

/** A message of the agent that is longer is folded. */
const HUGE = 200_000;

type Rendered = TemplateResult | typeof nothing;

/** A message as a row of the list. */
export function rowView(row: Row, context: RowContext): TemplateResult {
  const { role } = row.message;
  const { strings } = context;
  const name = role === "user" ? strings.chat.you : agentName(row, context);
  return html`<article
    class="row ${role} ${role !== "user" && !hasActions(row, context) ? "bare" : ""} ${row.memory.isFound ? "found" : ""}"
    part="message message-${role === "assistant" ? "agent" : role}"
    data-row=${row.key}
    aria-label=${name}
    tabindex="-1"
  >${contentOf(row, context)}</article>`;
}

function contentOf(row: Row, context: RowContext): Rendered | Rendered[] {
  const { message } = row;
  if (message.role === "user") return userView(row, message, context);
  if (message.role === "assistant") return agentView(row, message, context);
  if (message.role === "reasoning") return reasoningView(row, message, context);
  return html`<ag-ui-activity-card
    part="activity"
    exportparts=${exportedCardParts}
    .agent=${context.agent}
    .message=${message}
    .strings=${context.strings}
  ></ag-ui-activity-card>`;
}

function userView(row: Row, { content }: UserMessage, context: RowContext): Rendered[] {
  const text = messageText(content);
  if (row.memory.isEditing) return [messageEditor(row, text, context)];
  return [
    attachments(content, context.strings.chat, context.allowImage),
    text === "" ? nothing : userText(row, text, context),
    userActions(row, context),
  ];
}

function userText(row: Row, text: string, context: RowContext): TemplateResult {
  const isLong =
    text.length > LONG.characters || text.split("\n", LONG.lines + 1).length > LONG.lines;
  const isFolded = isLong && !row.memory.isUnfolded;
  const shown = isFolded ? folded(text) : text;
  return html`<div class="bubble" part="user-text" dir="auto">${shown}${isFolded ? "…" : nothing}</div>
    ${isLong ? foldButton(row, context) : nothing}`;
}

const folded = (text: string): string =>
  start(text, LONG.characters).split("\n", LONG.lines).join("\n");

function agentView(row: Row, message: AssistantMessage, context: RowContext): Rendered[] {
  const { agent, strings } = context;
  const { memory } = row;
  const name = message.name
    ? html`<span class="name" part="name">${shortName(message.name)}</span>`
    : nothing;
  return [
    name,
    message.content ? agentText(message.content, row, context) : nothing,
    ...numbered(message.toolCalls ?? []).map(
      ({ id, index }) => html`<ag-ui-tool-card
        part="tool-call"
        exportparts=${exportedCardParts}
        .agent=${agent}
        .messageId=${message.id}
        .toolCallId=${id}
        .index=${index}
        .strings=${strings}
      ></ag-ui-tool-card>`,
    ),
    memory.isAsking ? cutQuestion(row, context) : nothing,
    hasActions(row, context) ? agentActions(row, context) : nothing,
  ];
}

/** Returns true if a row of the agent has buttons: they come with a text that is complete. */
function hasActions(row: Row, context: RowContext): boolean {
  const { role, content } = row.message;
  return role === "assistant" && Boolean(content) && !context.isStreaming(row);
}

/** Calls with their place among those of the same id: a backend may give several one. */
function numbered(calls: readonly { readonly id: string }[]): { id: string; index: number }[] {
  const counts = new Map<string, number>();
  return calls.map(({ id }) => {
    const index = counts.get(id) ?? 0;
    counts.set(id, index + 1);
    return { id, index };
  });
}

function agentText(text: string, row: Row, context: RowContext): TemplateResult {
  const isHuge = text.length > HUGE;
  const isFolded = isHuge && !row.memory.isUnfolded;
  const shown = isFolded ? start(text, HUGE) : text;
  const view = markdownOf(row.memory, context);
  return html`<div class="text" part="agent-text" dir="auto">
      ${view?.render(shown, isFolded || !context.isStreaming(row)) ?? plainParagraphs(shown)}
    </div>
    ${isHuge ? foldButton(row, context) : nothing}`;
}

function foldButton(row: Row, { strings, actions }: RowContext): TemplateResult {
  const isUnfolded = row.memory.isUnfolded ?? false;
  return html`<button
    class="link"
    part="fold-button"
    type="button"
    aria-expanded=${isUnfolded}
    @click=${() => actions.unfold(row, !isUnfolded)}
  >
    ${isUnfolded ? strings.chat.showLess : strings.chat.showAll}
  </button>`;
}

const makers = new WeakMap<MarkdownView, RowContext["newMarkdown"]>();

/** The view of a row's Markdown. It keeps what it has read, as long as its options are the same. */
function markdownOf(memory: RowMemory, { newMarkdown }: RowContext): MarkdownView | undefined {
  if (!newMarkdown) return undefined;
  if (memory.markdown && makers.get(memory.markdown) === newMarkdown) return memory.markdown;
  const view = newMarkdown();
  makers.set(view, newMarkdown);
  memory.markdown = view;
  return view;
}

function agentName({ message }: Row, { strings }: RowContext): string {
  const name = message.role === "assistant" ? message.name : undefined;
  return name ? `${strings.chat.agent}, ${shortName(name)}` : strings.chat.agent;
}

const shortName = (name: string): string => visibleText(start(name, 64));
