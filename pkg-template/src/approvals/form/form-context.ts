import type { TemplateResult } from "lit";
import type { Draft, LeafDraft, ListDraft } from "../../json-form/draft.js";
import type { ApprovalStrings } from "../../texts/approval/strings.js";

/** The dependencies of fields' views on their form. */
export interface FormContext {
  readonly strings: ApprovalStrings;
  readonly isDisabled: boolean;
  errorsOf(draft: Draft): readonly string[];
  /** Stores the current input of a field. */
  write(draft: LeafDraft, change: Partial<Pick<LeafDraft, "text" | "isChecked" | "chosen">>): void;
  /** The focus has left a field. */
  leave(draft: Draft): void;
  add(list: ListDraft): void;
  remove(list: ListDraft, index: number): void;
  move(list: ListDraft, index: number, by: -1 | 1): void;
  /** The view of any field. */
  view(draft: Draft, label?: string): TemplateResult;
}

/** The id of a field's control; its errors and hints have the same with a letter. */
export function idOf({ id }: Draft): string {
  return `field-${id}`;
}
