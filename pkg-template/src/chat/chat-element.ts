import { LitElement, type PropertyDeclarations } from "lit";
import type { AgUiAgent } from "../element/ag-ui-agent.js";
import { AgentController } from "../look/agent-controller.js";
import type { OwnStrings } from "../texts/strings.js";
import type { AgUiThreads } from "../threads/view/ag-ui-threads.js";
import type { AgUiComposer } from "./composer/composer.js";
import type { MarkdownOptions } from "./markdown/render/options.js";

/** What `<ag-ui-chat>` and `<ag-ui-chat-popup>` have in common: their options, and their agent. */
export abstract class ChatElement extends LitElement {
  static override properties: PropertyDeclarations = {
    for: { reflect: true },
    strings: { attribute: false },
    threads: { attribute: false },
    suggestions: { attribute: false },
    upload: { attribute: false },
    accept: {},
    interrupt: { type: Boolean, reflect: true },
    keepDrafts: { type: Boolean, reflect: true, attribute: "keep-drafts" },
    limits: { attribute: false },
    allowImage: { attribute: false },
    linkSchemes: { attribute: false },
    highlight: { attribute: false },
    math: { attribute: false },
    feedback: { type: Boolean, reflect: true },
    showUsage: { type: Boolean, reflect: true, attribute: "show-usage" },
  };

  /** The id of the `<ag-ui-agent>`. Without it, the one around the element is taken, or the one inside it. */
  declare for: string | null;
  /** Texts of your own, or `german` of `ag-ui-lit/chat/german`. Those that are missing are in English. */
  declare strings: OwnStrings | undefined;
  /** The threads of `keepThreads()`, or a `ThreadList`: with them the chat has a drawer with a list of them. */
  declare threads: AgUiThreads["threads"];
  /** Suggested messages, which the composer shows. */
  declare suggestions: AgUiComposer["suggestions"];
  /** Uploads an attached file. By default files are sent with the message. */
  declare upload: AgUiComposer["upload"];
  /** The files that may be attached, as of `<input type="file">`. */
  declare accept: string;
  /** Whether messages may be sent while the agent runs: they stop what it does. */
  declare interrupt: boolean;
  /** Whether drafts are kept in `sessionStorage`, and so survive a reload. */
  declare keepDrafts: boolean;
  /** The most that a message may hold. */
  declare limits: Partial<AgUiComposer["limits"]> | null | undefined;
  /** Decides whether a picture may be requested from an address. By default none is. */
  declare allowImage: ((url: URL) => boolean) | undefined;
  /** Schemes of links that may be followed, such as `["https", "mailto"]`. */
  declare linkSchemes: MarkdownOptions["linkSchemes"];
  /** Highlights the code in messages. */
  declare highlight: MarkdownOptions["highlight"];
  /** Renders the mathematics in messages. */
  declare math: MarkdownOptions["math"];
  /** Whether answers have buttons to rate them; see `ag-ui-chat-feedback`. */
  declare feedback: boolean;
  /** Whether the number of tokens of the last run is shown, where the backend reports it. */
  declare showUsage: boolean;

  readonly #agents = new AgentController(this, (agent) => this.followed(agent));

  constructor() {
    super();
    this.for = null;
    this.accept = "";
    this.interrupt = false;
    this.keepDrafts = false;
    this.feedback = false;
    this.showUsage = false;
  }

  override connectedCallback(): void {
    // A page may have set it before the element was defined, where it hides the accessor. Lit takes care of its own properties.
    if (Object.hasOwn(this, "agent")) {
      const { agent } = this;
      Reflect.deleteProperty(this, "agent");
      this.agent = agent;
    }
    super.connectedCallback();
  }

  /** The `<ag-ui-agent>`: the one that was set, or the one that was found. */
  get agent(): AgUiAgent | undefined {
    return this.#agents.agent;
  }

  set agent(agent: AgUiAgent | null | undefined) {
    this.#agents.give(agent);
  }

  /** Called when another agent is to be followed; with `undefined` for none, also when the element leaves its document. */
  protected abstract followed(agent: AgUiAgent | undefined): void;
}
