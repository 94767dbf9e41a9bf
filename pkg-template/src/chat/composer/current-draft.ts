import { DraftKeeper } from "./draft-keeper.js";
import { storedDraft } from "./draft-storage.js";
import { type Draft, Drafts } from "./drafts.js";
import type { ComposerAgent } from "./types.js";

/** The draft of the thread that a composer shows now, and those of its other threads. */
export class CurrentDraft {
  readonly #drafts: Drafts;
  readonly #keeper = new DraftKeeper();
  #draft: Draft;
  #hasAgent = false;
  /** Whether drafts survive a reload of the page. */
  isStored = false;

  /** @param changed is called after each change of an attached file. */
  constructor(changed: () => void) {
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
    // What was written before there was an agent was meant for it.
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

  /** Stores a draft whose text has changed. */
  stored(draft: Draft): void {
    if (this.isStored && draft.threadId !== "") this.#keeper.changed(draft);
  }

  /** Stores what waits to be stored. */
  readonly flush = (): void => this.#keeper.flush();

  /** Stops the uploads of all drafts. */
  stopUploads(): void {
    for (const { attachments } of this.#drafts.all) attachments.stop();
  }
}
