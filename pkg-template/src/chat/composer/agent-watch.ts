import type { ReactiveController, ReactiveControllerHost } from "lit";
import { read } from "../../codec/safe-read.js";
import { readSuggestions, SUGGESTIONS_EVENT } from "./suggestions.js";
import type { ComposerAgent, Suggestion } from "./types.js";

/** Events after which an agent may run or not, have another thread, or wait for an answer. */
const CHANGES = [
  "ag-ui-messages-changed",
  "ag-ui-run-started",
  "ag-ui-run-failed",
  "ag-ui-run-finalized",
  "ag-ui-interrupt",
] as const;

/** What a composer is told. */
export interface AgentWatcher {
  /** Something of the agent may have changed. Called often while the agent writes. */
  agentChanged(): void;
  /** More is known of the files that the agent can read. */
  capabilitiesChanged(): void;
  /** The backend suggests messages; none when the person has sent one. */
  suggested(suggestions: readonly Suggestion[]): void;
}

/** Follows the events of an agent while the composer is connected. */
export class AgentWatch implements ReactiveController {
  readonly #watcher: AgentWatcher;
  #agent: ComposerAgent | undefined;
  #isConnected = false;
  #listening: AbortController | undefined;
  /** Whether the next run answers another message. */
  #isNewLoop = true;

  constructor(host: ReactiveControllerHost, watcher: AgentWatcher) {
    this.#watcher = watcher;
    host.addController(this);
  }

  /** Follows another agent. */
  follow(agent: ComposerAgent | undefined): void {
    if (agent === this.#agent) return;
    this.#agent = agent;
    this.#isNewLoop = true;
    if (this.#isConnected) this.#listen();
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#listen();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#listening?.abort();
    this.#listening = undefined;
  }

  #listen(): void {
    this.#listening?.abort();
    this.#listening = undefined;
    const agent = this.#agent;
    if (!agent) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const on = (type: string, listener: (event: Event) => void): void => {
      // Events of an agent inside this one bubble.
      const own = (event: Event): void => {
        if (event.target === agent) listener(event);
      };
      agent.addEventListener(type, own, { signal });
    };
    on("ag-ui-run-started", () => this.#started());
    on("ag-ui-run-finalized", () => {
      this.#isNewLoop = true;
    });
    on("ag-ui-capabilities-changed", () => this.#watcher.capabilitiesChanged());
    on("ag-ui-custom", (event) => this.#custom(event));
    for (const type of CHANGES) on(type, () => this.#watcher.agentChanged());
    this.#watcher.agentChanged();
  }

  /** A run for another message makes earlier suggestions obsolete. */
  #started(): void {
    if (this.#isNewLoop) this.#watcher.suggested([]);
    this.#isNewLoop = false;
  }

  #custom(event: Event): void {
    const detail = Object(read(event, "detail")) as object;
    if (read(detail, "name") !== SUGGESTIONS_EVENT) return;
    this.#watcher.suggested(readSuggestions(read(detail, "value")));
  }
}
