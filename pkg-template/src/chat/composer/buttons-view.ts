import { html, nothing, type TemplateResult } from "lit";
import type { ChatStrings } from "../../texts/chat/strings.js";
import { icon } from "./icons.js";

/** The state of a composer that its buttons depend on, and their actions. */
export interface ButtonsState {
  readonly isRunning: boolean;
  /** Whether a message may interrupt a run. */
  readonly interrupts: boolean;
  /** Whether the draft can't be sent now. */
  readonly isBlocked: boolean;
  readonly send: () => void;
  readonly stop: (event: MouseEvent) => void;
}

/** The buttons of a composer that send the message and stop the run. */
export function buttonsView(
  { isRunning, interrupts, isBlocked, send, stop: stopRun }: ButtonsState,
  { stop, composerSend }: Pick<ChatStrings, "stop" | "composerSend">,
): TemplateResult {
  const stopButton = html`<button part="stop" class="round stop" type="button" aria-label=${stop} title=${stop} @click=${stopRun}>${icon("stop")}</button>`;
  const sendButton = html`<button part="send" class="round send" type="button" aria-label=${composerSend} title=${composerSend} aria-disabled=${isBlocked ? "true" : "false"} @mousedown=${keepFocus} @click=${send}>${icon("send")}</button>`;
  return html`${isRunning ? stopButton : nothing}${!isRunning || interrupts ? sendButton : nothing}`;
}

/** A pressed button leaves the focus in the text field, so that a virtual keyboard stays open. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
