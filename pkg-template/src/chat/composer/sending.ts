import type { ComposerStrings } from "../../texts/chat/composer-strings.js";
import { contentOf } from "./content.js";
import type { CurrentDraft } from "./current-draft.js";
import type { ComposerLimits } from "./limits.js";
import type { Messages } from "./messages.js";
import { obstacleTo } from "./obstacle.js";
import { sendDraft } from "./send-draft.js";
import type { ComposerAgent, ComposerSend } from "./types.js";

/** The parts of a composer that sending a message involves, as they are now. */
export interface SendingHost {
  readonly agent: ComposerAgent | undefined;
  /** Whether a message may interrupt a run. */
  readonly interrupts: boolean;
  readonly limits: ComposerLimits;
  readonly texts: ComposerStrings;
  readonly current: CurrentDraft;
  readonly messages: Messages;
  dispatchEvent(event: Event): boolean;
  /** Shows the state of the agent as it is now. */
  follow(): void;
  /** Ends the way through earlier messages. */
  leaveHistory(): void;
  changed(): void;
}

/** Sends the current draft of a composer. */
export class Sending {
  readonly #hostNow: () => SendingHost;

  /** @param host returns the composer's parts as they are now. */
  constructor(host: () => SendingHost) {
    this.#hostNow = host;
  }

  /** The reason why the draft can't be sent now, for people; `undefined` when it can. */
  get obstacle(): string | undefined {
    const { current, agent, interrupts, limits, texts } = this.#hostNow();
    return obstacleTo(current.draft, agent, interrupts, limits, texts);
  }

  /** Sends the draft. A failure is shown, and the text put back. Never rejects for a failure of the agent. */
  async send(): Promise<void> {
    const { obstacle } = this;
    const { agent, current, messages, changed, ...host } = this.#hostNow();
    if (obstacle !== undefined || !agent) {
      messages.notice = obstacle ?? "";
      return;
    }
    const { draft } = current;
    const content = contentOf(draft);
    // The page may prevent it.
    if (!host.dispatchEvent(sendEvent({ content }))) return;
    host.leaveHistory();
    messages.clear();
    const sending = sendDraft(draft, content, agent);
    current.stored(draft);
    host.follow();
    changed();
    const failure = await sending;
    if (failure === undefined) return;
    current.stored(draft);
    if (failure !== "" && draft === current.draft) {
      messages.errors = [this.#hostNow().texts.composerNotSent(failure)];
    }
    changed();
  }
}

function sendEvent(detail: ComposerSend): Event {
  const options = { detail, bubbles: true, composed: true, cancelable: true };
  return new CustomEvent("ag-ui-composer-send", options);
}
