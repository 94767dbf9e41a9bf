import type { StreamText, TextMessage, TextRequest } from "ag-ui-lit/text";

/** The call of a tool, as a model writes it. */
export function marker(name: string, args: object = {}): string {
  return `<tool_call name="${name}" args=${JSON.stringify(args)}></tool_call>`;
}

/** A model that says one text after the other, in awkward pieces, and notes what it was asked. */
export class ScriptedModel {
  readonly asked: (readonly TextMessage[])[] = [];
  readonly #answers: string[];
  readonly #size: number;

  constructor(answers: readonly string[], size = 3) {
    this.#answers = [...answers];
    this.#size = size;
  }

  /** What it was asked last. */
  get last(): readonly TextMessage[] {
    return this.asked.at(-1) ?? [];
  }

  readonly stream: StreamText = (request: TextRequest) => this.#answer(request);

  async *#answer({ messages }: TextRequest): AsyncGenerator<string> {
    this.asked.push(messages);
    const answer = this.#answers.shift() ?? "I have nothing to say.";
    for (let at = 0; at < answer.length; at += this.#size) yield answer.slice(at, at + this.#size);
  }
}
