import type { DefinitionIssue } from "../core/raw.js";
import { isQuestionOpen, openQuestion } from "../element/answers/open-questions.js";
import { ToolDefinitionError } from "../errors/definition-error.js";
import { ToolFailure } from "../errors/tool-failure.js";
import { readMetadata } from "../tools/metadata.js";
import { lowerPrecedence } from "../tools/precedence.js";
import type { ApprovalRule, ToolDefinition, ToolMetadata } from "../tools/types.js";
import { type Declaration, declarationOf } from "./declaration.js";
import { elsewhereOf } from "./destination.js";
import { fill } from "./fill.js";
import { keyOf } from "./form-metadata.js";
import { formSchema } from "./form-schema.js";
import { presentToPerson } from "./person.js";
import type { SharedSource } from "./shared-source.js";
import { discarded, nextSubmission, submit } from "./submission.js";
import { SubmissionEnd } from "./submission-end.js";

type FormArguments = Readonly<Record<string, unknown>>;

/** A form as a tool for a registry. */
export interface FormDefinition {
  readonly definition: ToolDefinition;
  /** All of it as text, which identifies the definition. */
  readonly key: string;
}

/** A form as a tool: its declaration, and its calls, one at a time. */
export class FormTool {
  readonly #form: HTMLFormElement;
  #declaration: Declaration;
  /** Ends the calls under way. */
  #calls = new AbortController();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #rules = new WeakMap<SharedSource, ApprovalRule>();

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#declaration = declarationOf(form);
  }

  get declaration(): Declaration {
    return this.#declaration;
  }

  /** Reads the form again. Calls end if its name or description changed; changes of controls don't end them. */
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

  /**
   * The definition for a registry. A pattern that only the browser can read is left to the browser, which judges the
   * arguments anyway. Exceptions of the page's own metadata function are passed on.
   */
  definition(source: SharedSource, { patterns }: { patterns: boolean }): FormDefinition {
    const declaration = this.#declaration;
    const { name, description, key, schemaWith } = declaration;
    const metadata = this.#metadata(declaration, source);
    const handler: ToolDefinition["handler"] = (args, { signal }) =>
      this.#take(args, signal, declaration, source);
    lowerPrecedence(handler, this.#form);
    const parameters = schemaWith({ patterns });
    const schema = formSchema(this.#form);
    return {
      definition: { name, description, schema, parameters, handler, metadata },
      key: JSON.stringify([key, keyOf(metadata)]),
    };
  }

  #metadata({ name, isAutomatic }: Declaration, source: SharedSource): ToolMetadata {
    const each = source.counting.map((one) => fieldsOf(name, one.metadataOf(this.#form, name)));
    const { approval, ...others } = each[0] ?? {};
    const isFixed = typeof approval === "string" && each.every((one) => one.approval === approval);
    return {
      // The effect of a form that failed half-way is unknown; and a person takes their time.
      idempotent: false,
      ...(!isAutomatic && { timeout: Number.POSITIVE_INFINITY }),
      ...others,
      approval: isFixed ? approval : this.#ruleOf(source),
    };
  }

  /**
   * Calls the page's current function for each call, so that a new function for the same rule does not make a new tool.
   */
  #ruleOf(source: SharedSource): ApprovalRule {
    const known = this.#rules.get(source);
    if (known) return known;
    const form = this.#form;
    const rule: ApprovalRule = (args) => {
      const { name, isAutomatic } = this.#declaration;
      // The author of a form's HTML does not alone decide which data leave the page without a person.
      return source.asks(
        form,
        name,
        args,
        () => isAutomatic || elsewhereOf(form, isAutomatic).length > 0,
      );
    };
    this.#rules.set(source, rule);
    return rule;
  }

  #take(
    args: FormArguments,
    signal: AbortSignal,
    declaration: Declaration,
    source: SharedSource,
  ): Promise<unknown> {
    const form = this.#form;
    // One of these may have asked for the call, and may not offer the form any more when its turn has come.
    const { counting } = source;
    const call = new SubmissionEnd(signal, this.#calls.signal);
    const work = async (): Promise<unknown> => {
      call.signal.throwIfAborted();
      if (!counting.every((one) => one.includes(form)))
        throw discarded("The form is not offered any more.");
      return this.#call(args, call, declaration);
    };
    const turn = this.#queue.then(() => call.race(work())).finally(() => call.settle());
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #call(
    args: FormArguments,
    call: SubmissionEnd,
    declaration: Declaration,
  ): Promise<unknown> {
    const form = this.#form;
    const { name, isAutomatic, elsewhere } = declaration;
    if (isAutomatic) refuseWhileAsked();
    const faults = fill(form, args);
    if (faults.length > 0) {
      const list = faults.map((fault) => `\n- ${fault}`).join("");
      throw new ToolFailure(`The form could not be filled in:${list}`, { category: "validation" });
    }
    // A listener of the page may have ended it.
    call.signal.throwIfAborted();
    const submission = nextSubmission(form, elsewhere, call);
    if (isAutomatic) {
      refuseWhileAsked();
      submit(form);
      if (!submission.isSettled()) throw discarded("The browser did not submit the form.");
    } else {
      // The person is to look at it: no tool may press its button meanwhile.
      const close = openQuestion("form");
      const release = presentToPerson(form, name, () => call.fail(unreachable()));
      void submission.ended.then((isSubmitted) => {
        close();
        release(isSubmitted);
      });
    }
    return submission.answered;
  }
}

/**
 * The page's metadata of a form's tool, also of a class's instance. @throws {ToolDefinitionError} if it can't be read.
 */
function fieldsOf(name: string, said: ToolMetadata | undefined): ToolMetadata {
  const issues: DefinitionIssue[] = [];
  const fields = readMetadata(said, issues) as ToolMetadata | undefined;
  if (issues.length > 0) throw new ToolDefinitionError(name, issues);
  return fields ?? {};
}

/** Throws while a question to a person is open: the form may be its answer. */
function refuseWhileAsked(): void {
  if (!isQuestionOpen("approval")) return;
  throw new ToolFailure(
    "An approval or a question waits for the user: until it is decided, nothing is submitted. Wait for the user's decision, then try again.",
    { category: "transient", code: "approval_pending", retryable: true },
  );
}

function unreachable(): ToolFailure {
  return new ToolFailure(
    "The form was filled in, but it is in a part of the page that is hidden now, where nobody can submit it. Nothing was submitted.",
    { category: "permanent" },
  );
}
