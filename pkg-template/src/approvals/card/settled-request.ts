import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { AgUiAgent } from "../../element/ag-ui-agent.js";
import type { ApprovalRequest } from "../../element/events/details.js";
import type { AgUiAgentEventMap } from "../../element/events/event-map.js";

type Settled = AgUiAgentEventMap["ag-ui-approval-settled"];

/** The decision. */
export type ApprovalOutcome = Settled["detail"]["outcome"];

/** Follows one request of an agent to its end, regardless of the responder. */
export class SettledRequest implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #agent: AgUiAgent | undefined;
  #request: ApprovalRequest | undefined;
  #outcome: ApprovalOutcome | undefined;
  #isConnected = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The outcome of the request; `undefined` while it waits. */
  get outcome(): ApprovalOutcome | undefined {
    return this.#outcome;
  }

  watch(agent: AgUiAgent | undefined, request: ApprovalRequest | undefined): void {
    this.#unlisten();
    if (request !== this.#request) this.#outcome = undefined;
    this.#agent = agent;
    this.#request = request;
    this.#listen();
  }

  hostConnected(): void {
    this.#isConnected = true;
    this.#listen();
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#unlisten();
  }

  #listen(): void {
    const { approvalId } = this.#request ?? {};
    if (!this.#isConnected || !this.#agent || approvalId === undefined || this.#outcome) return;
    this.#agent.addEventListener("ag-ui-approval-settled", this.#settled);
    // It may have ended while there was no listener: then the outcome is unknown.
    const waits = this.#agent.pendingApprovals.some((request) => request.approvalId === approvalId);
    if (!waits) this.#end("withdrawn");
  }

  #unlisten(): void {
    this.#agent?.removeEventListener("ag-ui-approval-settled", this.#settled);
  }

  readonly #settled = ({ detail }: Settled): void => {
    if (detail.approvalId === this.#request?.approvalId) this.#end(detail.outcome);
  };

  #end(outcome: ApprovalOutcome): void {
    this.#outcome = outcome;
    this.#unlisten();
    this.#host.requestUpdate();
  }
}
