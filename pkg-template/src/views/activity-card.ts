import type { ActivityMessage } from "@ag-ui/core";
import { html, nothing, type PropertyValues } from "lit";
import { start } from "../codec/truncate.js";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { CardTexts } from "../texts/card/strings.js";
import { visibleText } from "../visible-text/visible-text.js";
import { CardElement } from "./card-element.js";
import { fold } from "./default-card.js";
import { activityViews } from "./register-view.js";
import { rowsOf } from "./value-rows.js";
import { ViewFrame } from "./view-frame.js";
import type { ActivityState } from "./view-types.js";

const LONGEST_TYPE = 200;

/** The events of `<ag-ui-activity-card>`. They bubble and are composed. */
export interface AgUiActivityCardEventMap {
  /** A view threw, and the default card is shown instead. */
  "ag-ui-view-failed": CustomEvent<{ readonly error: unknown }>;
}

/**
 * `<ag-ui-activity-card>`: an activity message of the backend, by the view that the page has registered for its type,
 * else as a card with its type and its content, folded.
 *
 * @example
 * ```ts
 * html`<ag-ui-activity-card .agent=${agent} .message=${message}></ag-ui-activity-card>`;
 * ```
 */
export class AgUiActivityCard extends CardElement {
  static override properties = {
    agent: { attribute: false },
    message: { attribute: false },
    strings: { attribute: false },
  };

  /** The agent that the message is from: for views that were registered for it. */
  declare agent: AgUiAgent | undefined;
  /** The activity message. */
  declare message: ActivityMessage | undefined;
  /** The texts; those in English by default. */
  declare strings: CardTexts | undefined;

  #stopWatching: (() => void) | undefined;
  #state: ActivityState | undefined;
  readonly #frame = new ViewFrame<ActivityState>(
    "card-view",
    () => this.requestUpdate(),
    (error) => this.#fail(error),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWatching = activityViews.watch(() => this.requestUpdate());
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWatching?.();
  }

  protected override willUpdate(changed?: PropertyValues<this>): void {
    super.willUpdate();
    if (!changed?.has("message") && this.#state) return;
    const { id: messageId = "", activityType = "", content = {} } = this.message ?? {};
    this.#state = this.message && Object.freeze({ messageId, activityType, content });
  }

  protected override render(): unknown {
    const activity = this.#state;
    if (!activity) return nothing;
    const view = this.#frame.show(activityViews.find(activity, this.agent), activity);
    return view ?? this.#card(activity);
  }

  #card({ activityType, content }: ActivityState): unknown {
    const type = visibleText(start(activityType, LONGEST_TYPE), { layout: true });
    return html`<div part="card" class="card" role="group" aria-labelledby="title" tabindex="-1">
      <header part="card-header">
        <span part="card-title" class="title" id="title">${this.words.activity}</span>
        <span part="card-name" class="name">${type}</span>
      </header>
      ${fold("content", this.words.value, rowsOf(content), this.opened)}
    </div>`;
  }

  #fail(error: unknown): void {
    const detail = { error };
    this.dispatchEvent(
      new CustomEvent("ag-ui-view-failed", { detail, bubbles: true, composed: true }),
    );
  }
}

if (!customElements.get("ag-ui-activity-card")) {
  customElements.define("ag-ui-activity-card", AgUiActivityCard);
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-ui-activity-card": AgUiActivityCard;
  }
}
