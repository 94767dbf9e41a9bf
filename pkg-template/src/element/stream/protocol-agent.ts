import { AbstractAgent } from "@ag-ui/client";
import type { BaseEvent, RunAgentInput } from "@ag-ui/core";
import { Observable } from "rxjs";
import {
  type AgentAddress,
  agentMaker,
  type ProtocolAgentMaker,
} from "../../ag-ui/agent-protocols.js";
import { RunError } from "../errors/run-error.js";

type Inner = ReturnType<ProtocolAgentMaker>;

/**
 * The agent that an element makes for its `url` when its `protocol` is another than AG-UI. Which module knows the protocol is only
 * asked when a run begins, so that it may be loaded after the element.
 */
export class ProtocolAgent extends AbstractAgent {
  readonly #protocol: string;
  readonly #address: () => AgentAddress;
  #inner: Inner | undefined;

  constructor(protocol: string, address: () => AgentAddress, threadId: string | undefined) {
    super(threadId === undefined ? {} : { threadId });
    this.#protocol = protocol;
    this.#address = address;
  }

  override run(input: RunAgentInput): Observable<BaseEvent> {
    return new Observable((subscriber) => {
      try {
        return this.#agent().run(input).subscribe(subscriber);
      } catch (thrown) {
        subscriber.error(thrown);
        return undefined;
      }
    });
  }

  override abortRun(): void {
    this.#inner?.abortRun();
  }

  override clone(): ProtocolAgent {
    const clone = new ProtocolAgent(this.#protocol, this.#address, this.threadId);
    const copy = super.clone() as AbstractAgent;
    Object.assign(clone, copy);
    clone.#inner = this.#inner?.clone() as Inner | undefined;
    return clone;
  }

  #agent(): Inner {
    const { url, headers } = this.#address();
    const inner = this.#inner ?? this.#make({ url, headers });
    this.#inner = inner;
    inner.url = url;
    inner.headers = headers;
    return inner;
  }

  #make(address: AgentAddress): Inner {
    const maker = agentMaker(this.#protocol);
    if (!maker) throw unknown(this.#protocol);
    if (address.url === "")
      throw new RunError("input", '<ag-ui-agent>: set "url" to where the agent is.');
    return maker(address);
  }
}

function unknown(protocol: string): RunError {
  const name = JSON.stringify(protocol.slice(0, 100));
  const advice =
    protocol === "a2a"
      ? 'import "ag-ui-lit/a2a" before the first message is sent'
      : 'it may be "ag-ui", or "a2a" once "ag-ui-lit/a2a" is imported';
  return new RunError("input", `<ag-ui-agent>: the protocol ${name} is not known: ${advice}.`);
}
