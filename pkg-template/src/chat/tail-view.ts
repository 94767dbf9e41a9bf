import { html, nothing, type TemplateResult } from "lit";
import { start } from "../codec/truncate.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { Strings } from "../texts/strings.js";
import { visibleText } from "../visible-text/visible-text.js";
import type { ConversationState, Failure } from "./conversation-state.js";
import { exportedInterruptParts } from "./exported-parts.js";
import { icon } from "./icons.js";

type Rendered = TemplateResult | typeof nothing;

/** What the end of the list needs. */
export interface TailContext {
  readonly agent: AgUiAgent | undefined;
  readonly state: ConversationState;
  readonly strings: Strings;
  readonly showsUsage: boolean;
  /** The names of tools that would run again if the last message were sent again. */
  readonly toolsOfLastTurn: readonly string[];
  readonly retry: () => void;
  readonly settle: (decision: "run" | "decline") => void;
}

/** What stands below the messages: what the run does now, and how it ended. */
export function tailView(context: TailContext): Rendered[] {
  const { state, strings, agent, showsUsage } = context;
  return [
    stepsView(context),
    isWaiting(state)
      ? html`<p class="waiting" part="waiting"><span class="shimmer">${strings.chat.waiting}</span></p>`
      : nothing,
    state.isStopped ? html`<p class="notice" part="stopped">${strings.chat.stopped}</p>` : nothing,
    state.failure ? failureView(state.failure, context) : nothing,
    state.interrupts.length > 0
      ? html`<ag-ui-interrupt-card
          part="interrupt"
          exportparts=${exportedInterruptParts}
          .agent=${agent}
          .interrupts=${state.interrupts}
          .strings=${strings}
        ></ag-ui-interrupt-card>`
      : nothing,
    state.openCalls.length > 0 ? openCallsView(context) : nothing,
    showsUsage && state.usage && !state.isRunning
      ? html`<p class="usage" part="usage">${strings.chat.usage(state.usage)}</p>`
      : nothing,
  ];
}

/** Nothing to see yet: neither text nor a call. */
function isWaiting({ isRunning, messages, steps }: ConversationState): boolean {
  if (!isRunning || steps.some(({ isDone }) => !isDone)) return false;
  const last = messages.at(-1);
  if (last?.role === "assistant") return !last.content && !last.toolCalls?.length;
  return last?.role !== "reasoning" && last?.role !== "activity";
}

function stepsView({ state, strings }: TailContext): Rendered {
  const { steps, isRunning } = state;
  if (steps.length === 0) return nothing;
  const done = steps.filter(({ isDone }) => isDone).length;
  const heading = strings.chat.steps(done, steps.length);
  return html`<details class="steps" part="steps" .open=${isRunning}>
    <summary part="steps-summary">${icon("chevron")}<span>${heading}</span></summary>
    <ol>
      ${steps.map(
        ({ name, isDone }) => html`<li part="step" class=${isDone ? "done" : "active"}>
          <span class="mark">${isDone ? icon("check") : nothing}</span>
          <span class=${isDone ? "" : "shimmer"}>${visibleText(start(name, 200))}</span>
        </li>`,
      )}
    </ol>
  </details>`;
}

function failureView({ code, status, message }: Failure, context: TailContext): TemplateResult {
  const { strings, toolsOfLastTurn: tools, retry } = context;
  return html`<div class="failure" part="failure">
    ${icon("alert")}
    <p>${strings.chat.failed(code, status)}</p>
    <button class="button" part="button" type="button" @click=${retry}>${strings.chat.tryAgain}</button>
    ${tools.length > 0 ? html`<p class="note">${strings.chat.cutTools(tools)}</p>` : nothing}
    ${
      message
        ? html`<details class="error-details"><summary>${icon("chevron")}${strings.chat.failedDetails}</summary>
          <p part="failure-details" dir="auto">${visibleText(start(message, 2_000))}</p></details>`
        : nothing
    }
  </div>`;
}

function openCallsView({ state, strings, settle }: TailContext): TemplateResult {
  const names = state.openCalls
    .slice(0, 8)
    .map(({ toolCallName }) => visibleText(start(toolCallName, 64)));
  return html`<div class="cut" part="open-calls" role="group" aria-label=${strings.chat.actions}>
    <p>${strings.chat.openCalls(names)}</p>
    <button class="button" part="button" type="button" @click=${() => settle("run")}>${strings.chat.openCallsRun}</button>
    <button class="button" part="button" type="button" @click=${() => settle("decline")}>${strings.chat.openCallsDecline}</button>
  </div>`;
}
