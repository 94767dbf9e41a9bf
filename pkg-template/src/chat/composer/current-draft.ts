import type { LitElement, ReactiveController } from "lit";
import { DraftKeeper } from "./draft-keeper.js";
import { storedDraft } from "./draft-storage.js";
import { type Draft, Drafts } from "./drafts.js";
import type { ComposerAgent, Suggestion } from "./types.js";

/** The draft of the thread that a composer shows now, and those of its other threads. */
export class CurrentDraft implements ReactiveController {
  readonly #host: LitElement;
  readonly #drafts: Drafts;
  readonly #keeper = new DraftKeeper();
  #draft: Draft;
  #hasAgent = false;
  /** Whether drafts survive a reload of the page. */
  isStored = false;

  /** @param changed is called after each change of an attached file. */
  constructor(host: LitElement, changed: () => void) {
    this.#host = host;
    host.addController(this);
    this.#drafts = new Drafts(changed);
    this.#draft = this.#drafts.of(undefined, "", () => "");
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** Shows the draft of the agent's thread; returns true if it is another than before. */
  follow(agent: ComposerAgent | undefined): boolean {
    const before = this.#draft;
    const fresh = (): string => (this.isStored && agent ? storedDraft(agent.threadId) : "");
    const draft = this.#drafts.of(agent, agent?.threadId ?? "", fresh);
    if (draft === before) return false;
    this.#keeper.flush();
    this.#draft = draft;
    // A text that was written before there was an agent was meant for it.
    if (agent && !this.#hasAgent && draft.text === "") {
      draft.text = before.text;
      draft.attachments.putBack(before.attachments.take());
      before.text = "";
    }
    this.#hasAgent = agent !== undefined;
    return true;
  }

  /** Keeps the text of the current draft. */
  write(text: string): void {
    this.#draft.text = text;
    this.stored(this.#draft);
  }

  /** Takes the backend's suggestions. Returns true if they are others than before. */
  suggest(suggestions: readonly Suggestion[]): boolean {
    const draft = this.#draft;
    if (suggestions.length === 0 && draft.suggestions.length === 0) return false;
    draft.suggestions = suggestions;
    return true;
  }

  /** Stores a draft whose text has changed. */
  stored(draft: Draft): void {
    if (this.isStored && draft.threadId !== "") this.#keeper.changed(draft);
  }

  hostConnected(): void {
    addEventListener("pagehide", this.#flush);
  }

  hostDisconnected(): void {
    removeEventListener("pagehide", this.#flush);
    this.#flush();
    // An element that is only moved is connected again by then.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#stopUploads();
    });
  }

  /** Stores the texts that wait to be stored. */
  readonly #flush = (): void => this.#keeper.flush();

  /** Stops the uploads of all drafts. */
  #stopUploads(): void {
    for (const { attachments } of this.#drafts.all) attachments.stop();
  }
}
