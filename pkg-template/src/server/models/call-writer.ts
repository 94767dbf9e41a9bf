import type { CallEvent, LiftedCall } from "../../providers/calls.js";
import type { AgUiTool } from "../../tools/registry.js";
import type { ModelEvent } from "../model.js";

/** Begins the ids that a provider made up, where the API has none. They are unique in an answer only. */
const MADE = "ag-ui-lit-";

/** Writes the calls of an answer as a model's events. */
export class CallWriter {
  /** The calls that have ended. */
  readonly all: LiftedCall[] = [];
  readonly #offered: ReadonlySet<string>;
  readonly #isStrict: boolean;
  readonly #suffix = crypto.randomUUID().slice(0, 8);
  /** The arguments that were sent, by the call's id. */
  readonly #sent = new Map<string, string>();

  /** @param isStrict whether the arguments are known at the end of a call only: strict mode writes `null` for what is absent. */
  constructor(tools: readonly AgUiTool[], isStrict: boolean) {
    this.#offered = new Set(tools.map(({ name }) => name));
    this.#isStrict = isStrict;
  }

  *write(event: CallEvent): Generator<ModelEvent> {
    // An issue that belongs to no call: the answer's ending reports it.
    if (event.type === "issue") return;
    const id = this.#idOf(event.toolCallId);
    if (event.type === "start") {
      this.#sent.set(id, "");
      yield { type: "tool_call_start", id, name: event.toolCallName };
    } else if (event.type === "args") {
      if (this.#isStrict) return;
      this.#sent.set(id, (this.#sent.get(id) ?? "") + event.delta);
      yield { type: "tool_call_args", id, delta: event.delta };
    } else {
      yield* this.#end(id, event);
    }
  }

  *#end(id: string, { toolCallName, argsText, issue }: LiftedCall): Generator<ModelEvent> {
    const sent = this.#sent.get(id) ?? "";
    const isSame = argsText.startsWith(sent);
    this.all.push({ toolCallId: id, toolCallName, argsText });
    // For a tool that was not offered the reasoner has its own answer, with the tools that there are.
    const known = this.#offered.has(toolCallName)
      ? (issue ?? (isSame ? undefined : CHANGED))
      : undefined;
    const rest = argsText.slice(sent.length);
    if (isSame && rest !== "") yield { type: "tool_call_args", id, delta: rest };
    yield { type: "tool_call_end", id, ...(known !== undefined && { issue: known }) };
  }

  #idOf(id: string): string {
    return id.startsWith(MADE) ? `${id}-${this.#suffix}` : id;
  }
}

const CHANGED = "The call was not run: its arguments changed after they had been sent.";
