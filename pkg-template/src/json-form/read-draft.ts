import { isDeeperThan } from "../codec/depth.js";
import { isObject } from "../codec/safe-read.js";
import { bounds } from "./bounds.js";
import { childrenOf, type Draft, type GroupDraft, isChanged, type LeafDraft } from "./draft.js";
import type { ChoiceField, ChoicesField } from "./field.js";
import { isTimeInput, joinTime } from "./times.js";

/**
 * The error of a draft: `required`, no `number`, a number that can't be held exactly (`exact`), no `json`, too deep
 * (`depth`).
 */
export type DraftFault = "required" | "number" | "exact" | "json" | "depth";

/** The content of a form: its value, and the drafts with errors. */
export interface DraftReading {
  /** `undefined` if there is no value at all. Drafts with errors are left out of it. */
  readonly value: unknown;
  readonly faults: ReadonlyMap<Draft, DraftFault>;
}

/**
 * Reads the value of a form. An unchanged draft gives back its initial value; an empty optional field is absent, and so
 * is an optional group with nothing in it.
 */
export function readDraft(draft: Draft): DraftReading {
  const faults = new Map<Draft, DraftFault>();
  return { value: draftValue(draft, faults), faults };
}

type Faults = Map<Draft, DraftFault>;

function draftValue(draft: Draft, faults: Faults): unknown {
  if (draft.initial !== undefined && !isChanged(draft)) return draft.initial;
  if (draft.kind === "group") return groupValue(draft, faults);
  if (draft.kind === "leaf") {
    const value = leafValue(draft, faults);
    const isMissing = value === undefined && draft.field.isRequired && !faults.has(draft);
    if (isMissing) faults.set(draft, "required");
    return value;
  }
  const items = draft.items.map((item) => draftValue(item, faults));
  const isAbsent = items.length === 0 && !draft.field.isRequired && draft.initial === undefined;
  // An item without a value keeps its place, so that the others keep theirs.
  return isAbsent ? undefined : items.map((item) => item ?? null);
}

function groupValue(draft: GroupDraft, faults: Faults): unknown {
  const { field, initial, members } = draft;
  const mayBeAbsent = !field.isRequired && initial === undefined;
  if (mayBeAbsent && !isFilled(draft)) return undefined;
  const entries = members.flatMap(({ name, draft }): [string, unknown][] => {
    const value = draftValue(draft, faults);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Returns true if anything of a draft was given, or is filled in. */
function isFilled(draft: Draft): boolean {
  if (draft.kind !== "leaf") return draft.isEdited || childrenOf(draft).some(isFilled);
  if (!draft.isEdited) return draft.initial !== undefined;
  return draft.text !== "" || draft.isChecked || draft.chosen.size > 0;
}

function leafValue(draft: LeafDraft, faults: Faults): unknown {
  const { field, text } = draft;
  switch (field.kind) {
    case "boolean":
      // An optional field that was not touched has no value.
      return draft.isEdited || field.isRequired ? draft.isChecked : undefined;
    case "choice":
      return optionValues(field, draft)[0] ?? nothing(draft);
    case "choices": {
      const values = optionValues(field, draft);
      return values.length > 0 || field.isRequired ? values : nothing(draft);
    }
    case "text":
      return text === "" ? emptyText(draft) : textValue(draft);
    case "number":
      return text.trim() === "" ? nothing(draft) : numberValue(draft, faults);
    case "json":
      return text.trim() === "" ? nothing(draft) : jsonValue(draft, faults);
  }
}

/** The value of an empty field. */
function nothing({ field }: LeafDraft): null | undefined {
  return field.isNullable && field.isRequired ? null : undefined;
}

/** A required text that a person has emptied is an empty text: some tools need one. */
function emptyText(draft: LeafDraft): "" | null | undefined {
  const isSaid = draft.isEdited && draft.field.isRequired && !isTimeInput(draft.input);
  return isSaid && !draft.field.isNullable ? "" : nothing(draft);
}

function textValue({ input, text, zone }: LeafDraft): string {
  return isTimeInput(input) ? joinTime(input, text, zone) : text;
}

function optionValues({ options }: ChoiceField | ChoicesField, { chosen }: LeafDraft): unknown[] {
  return options.flatMap(({ value }, index) => (chosen.has(index) ? [value] : []));
}

/** A JSON number; people write a plus, and leave zeros out. */
const numberText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function numberValue(draft: LeafDraft, faults: Faults): number | undefined {
  const text = draft.text.trim();
  const value = numberText.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) faults.set(draft, "number");
  else if (!isExact(value, text)) faults.set(draft, "exact");
  else return value;
  return undefined;
}

/** An integer that a double can't hold exactly would silently be another one. */
function isExact(value: number, text: string): boolean {
  return !/^[+-]?\d+$/.test(text) || Number.isSafeInteger(value);
}

function jsonValue(draft: LeafDraft, faults: Faults): unknown {
  let value: unknown;
  try {
    value = JSON.parse(draft.text);
  } catch {
    faults.set(draft, "json");
    return undefined;
  }
  if (isDeeperThan(bounds.jsonDepth, value)) faults.set(draft, "depth");
  else if (!hasExactIntegers(value)) faults.set(draft, "exact");
  else return value;
  return undefined;
}

function hasExactIntegers(value: unknown): boolean {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  return !isObject(value) || Object.values(value).every(hasExactIntegers);
}
