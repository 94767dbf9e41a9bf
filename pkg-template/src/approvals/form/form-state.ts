import { loadJsonSchema } from "../../core/json-schema.js";
import type { ValidationIssue } from "../../core/raw.js";
import { type Draft, draftsOf } from "../../json-form/draft.js";
import { makeDraft } from "../../json-form/make-draft.js";
import { placeIssues } from "../../json-form/place-issues.js";
import { readDraft } from "../../json-form/read-draft.js";
import { fieldOf } from "../../json-form/read-schema.js";
import { schemaCopy } from "../../json-form/schema.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";
import { BoundedSchema } from "../../validation/bounded-schema.js";
import { wantsJsonSchemaModule } from "../../validation/choose.js";
import { faultText, issueText } from "./error-texts.js";

/** A verdict that takes longer, in milliseconds, is not asked for at every key. */
const slowMs = 30;

/** The state of a form without a DOM: its fields, their input, and its errors. */
export class FormState {
  #root: Draft = makeDraft(fieldOf({}), undefined);
  #schema: object = {};
  #judge: BoundedSchema | undefined;
  #value: unknown;
  #errors: ReadonlyMap<Draft, readonly string[]> = new Map();
  #isSlow = false;
  /** Issues of another validator, until the value changes. */
  #foreign: readonly ValidationIssue[] = [];
  /** Drafts whose errors are shown: a person has left them. */
  readonly #left = new Set<Draft>();
  #showsAll = false;

  get root(): Draft {
    return this.#root;
  }

  /** The value, without the fields whose text is invalid. */
  get value(): unknown {
    return this.#value;
  }

  /** All errors, in the order of the fields. */
  get errors(): ReadonlyMap<Draft, readonly string[]> {
    return this.#errors;
  }

  /** The errors of a field that are shown by now. */
  shownErrors(draft: Draft): readonly string[] {
    const isShown = this.#showsAll || this.#left.has(draft);
    return isShown ? (this.#errors.get(draft) ?? []) : [];
  }

  /** Begins anew. */
  open(schema: unknown, value: unknown, strings: ApprovalStrings): void {
    this.close();
    this.#schema = schemaCopy(schema) ?? {};
    this.#root = makeDraft(fieldOf(this.#schema), value);
    this.#left.clear();
    this.#foreign = [];
    this.#showsAll = false;
    this.#isSlow = false;
    this.judge(strings);
  }

  /** Gives memory back; a later verdict takes it again. */
  close(): void {
    this.#judge?.free();
    this.#judge = undefined;
  }

  /** Loads the validator, unless the page has chosen another one. Resolves to true if that added one. */
  async load(): Promise<boolean> {
    if (this.#judge || !wantsJsonSchemaModule()) return false;
    await loadJsonSchema().catch(() => {});
    return this.#validator !== undefined;
  }

  /** A person has left a field. */
  leave(draft: Draft): void {
    this.#left.add(draft);
  }

  /** Shows all errors from now on. */
  showAll(): void {
    this.#showsAll = true;
  }

  /** Shows issues that another validator has found in the value. */
  addIssues(issues: readonly ValidationIssue[], strings: ApprovalStrings): void {
    this.#foreign = issues;
    this.judge(strings);
  }

  /** Reads changed input again, and validates it if that is quick. */
  change(strings: ApprovalStrings): void {
    this.#foreign = [];
    if (this.#isSlow) this.#read(strings, false);
    else this.judge(strings);
  }

  /** Reads and validates the input. */
  judge(strings: ApprovalStrings): void {
    const start = performance.now();
    this.#read(strings, true);
    this.#isSlow = performance.now() - start > slowMs;
  }

  #read(strings: ApprovalStrings, isJudged: boolean): void {
    const { value, faults } = readDraft(this.#root);
    this.#value = value;
    const errors = new Map<Draft, string[]>();
    for (const [draft, fault] of faults) errors.set(draft, [faultText(draft, fault, strings)]);
    const own = isJudged ? (this.#validator?.issuesOf(value) ?? []) : [];
    for (const placed of placeIssues(this.#root, [...own, ...this.#foreign])) {
      // The validator's issues about a field without a valid value add nothing to the field's own error.
      if (faults.has(placed.draft)) continue;
      const texts = errors.get(placed.draft) ?? [];
      const text = issueText(placed, strings);
      if (!texts.includes(text)) errors.set(placed.draft, [...texts, text]);
    }
    this.#errors = inOrder(this.#root, errors);
  }

  get #validator(): BoundedSchema | undefined {
    this.#judge ??= BoundedSchema.compile(this.#schema);
    return this.#judge;
  }
}

function inOrder<Value>(root: Draft, all: ReadonlyMap<Draft, Value>): Map<Draft, Value> {
  const ordered = new Map<Draft, Value>();
  for (const draft of draftsOf(root)) {
    const found = all.get(draft);
    if (found !== undefined) ordered.set(draft, found);
  }
  return ordered;
}
