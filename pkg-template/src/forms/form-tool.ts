import { ToolFailure } from "../execution/tool-failure.js";
import { givenFunction } from "../tools/callable.js";
import type { ToolDefinition } from "../tools/types.js";
import { CallEnd } from "./call-end.js";
import { type Declaration, declarationOf } from "./declaration.js";
import { fill } from "./fill.js";
import { handOver } from "./person.js";
import { discarded, nextSubmission, submit } from "./submission.js";

type FormArguments = Readonly<Record<string, unknown>>;

/** Handlers of tools that are forms. Where the browser makes tools of forms itself, it has these already. */
const handlers = new WeakSet<object>();

/** Whether a tool is a form. */
export function isFormTool(tool: { readonly handler: object }): boolean {
  return handlers.has(givenFunction(tool.handler));
}

/** A form as a tool: what it is declared to be, and its calls, one at a time. */
export class FormTool {
  readonly #form: HTMLFormElement;
  #declaration: Declaration;
  /** Ends the calls under way. */
  #calls = new AbortController();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#declaration = declarationOf(form);
    handlers.add(this.#handler);
  }

  get declaration(): Declaration {
    return this.#declaration;
  }

  /** Reads the form again. Calls of a tool that it is no more end; other controls don't end them. */
  update(): void {
    const next = declarationOf(this.#form);
    const { name, description } = this.#declaration;
    if (next.name !== name || next.description !== description) this.end("The form has changed.");
    this.#declaration = next;
  }

  /** Ends the calls under way. */
  end(why: string): void {
    this.#calls.abort(discarded(why));
    this.#calls = new AbortController();
  }

  /** What a registry is given. Without patterns the browser alone checks those, when the form is submitted. */
  definition({ patterns }: { patterns: boolean }): ToolDefinition {
    const { name, description, isAutomatic, schemaWith } = this.#declaration;
    return {
      name,
      description,
      schema: schemaWith({ patterns }),
      handler: this.#handler,
      // Nobody knows what a form did that failed half-way; and a person takes their time.
      metadata: { idempotent: false, ...(!isAutomatic && { timeout: Number.POSITIVE_INFINITY }) },
    };
  }

  readonly #handler: ToolDefinition["handler"] = (args, { signal }) => {
    const call = new CallEnd(signal, this.#calls.signal);
    const turn = this.#queue
      .then(() => call.race(this.#call(args, call)))
      .finally(() => call.settle());
    this.#queue = turn.catch(() => {});
    return turn;
  };

  async #call(args: FormArguments, call: CallEnd): Promise<unknown> {
    call.signal.throwIfAborted();
    const form = this.#form;
    const { name, isAutomatic } = this.#declaration;
    const faults = fill(form, args);
    if (faults.length > 0) {
      const list = faults.map((fault) => `\n- ${fault}`).join("");
      throw new ToolFailure(`The form could not be filled in:${list}`, { category: "validation" });
    }
    // A listener of the page may have ended it.
    call.signal.throwIfAborted();
    const submission = nextSubmission(form, call);
    if (isAutomatic) {
      submit(form);
      if (!submission.isSubmitted()) throw discarded("The browser did not submit the form.");
    } else {
      void submission.ended.then(handOver(form, name));
    }
    return submission.answered;
  }
}
