import { isArray, isObject } from "../codec/safe-read.js";
import { bounds, longText } from "./bounds.js";
import type { Draft, GroupDraft, LeafDraft, LeafField, ListDraft } from "./draft.js";
import { asJsonField, type Field, type GroupField, type ListField } from "./field.js";
import { fits, indexOf, jsonTextOf } from "./fits.js";
import { own } from "./schema.js";
import { isTimeInput, splitTime } from "./times.js";

let lastId = 0;

/**
 * A draft of a field that shows a value. A value that the field can't show, such as one of another type or with members
 * unknown to the form, is shown as JSON text: a person sees all of it, and gets it back unchanged.
 *
 * @param value `undefined` for an empty form, which is filled with the schema's defaults.
 */
export function makeDraft(field: Field, value: unknown): Draft {
  return new DraftMaker(value === undefined).make(field, value);
}

/** A new, empty item of a list. */
export function makeItem({ item }: ListField): Draft {
  return new DraftMaker(true).make(item, undefined);
}

class DraftMaker {
  readonly #usesDefaults: boolean;
  #count = 0;

  constructor(usesDefaults: boolean) {
    this.#usesDefaults = usesDefaults;
  }

  make(field: Field, value: unknown): Draft {
    this.#count += 1;
    const initial = value === undefined && this.#usesDefaults ? field.fallback : value;
    const isNested = field.kind === "group" || field.kind === "list";
    const isTooMuch = isNested && this.#count > bounds.fields;
    const shown = fits(field, initial) && !isTooMuch ? field : asJsonField(field);
    if (shown.kind === "group") return this.#group(shown, initial);
    return shown.kind === "list" ? this.#list(shown, initial) : leaf(shown, initial);
  }

  #group(field: GroupField, initial: unknown): GroupDraft {
    const members = field.members.map(({ name, field }) => {
      const value = isObject(initial) ? own(initial, name) : undefined;
      return { name, draft: this.make(field, value) };
    });
    return { kind: "group", id: nextId(), field, initial, isEdited: false, members };
  }

  #list(field: ListField, initial: unknown): ListDraft {
    const items = (isArray(initial) ? initial : []).map((value) => this.make(field.item, value));
    return { kind: "list", id: nextId(), field, initial, isEdited: false, items };
  }
}

function leaf(field: LeafField, given: unknown): LeafDraft {
  const initial = given === undefined ? onlyOption(field) : given;
  const wish = field.kind === "text" ? field.input : "text";
  const time =
    typeof initial === "string" && isTimeInput(wish) ? splitTime(wish, initial) : undefined;
  const isUnshown = isTimeInput(wish) && typeof initial === "string" && initial !== "" && !time;
  const text = time?.shown ?? textOf(field, initial);
  // An input of one line would take the line ends out of its text.
  const hasLines = field.kind === "json" || (field.kind === "text" && needsLines(text, wish));
  return {
    kind: "leaf",
    id: nextId(),
    field,
    initial,
    isEdited: false,
    input: isUnshown || hasLines ? "text" : wish,
    hasLines: hasLines || (field.kind === "text" && field.hasLines),
    zone: time?.zone,
    text,
    isChecked: initial === true,
    chosen: new Set(chosenOf(field, initial)),
  };
}

/** The only option of a required choice, which is a constant. */
function onlyOption(field: LeafField): unknown {
  if (field.kind !== "choice" || !field.isRequired) return undefined;
  const [only, another] = field.options;
  return another ? undefined : only?.value;
}

function textOf({ kind }: LeafField, value: unknown): string {
  if (value === undefined) return "";
  if (kind === "json") return jsonTextOf(value, 2);
  return value === null ? "" : String(value);
}

function needsLines(text: string, input: string): boolean {
  return /[\n\r]/.test(text) || (input === "text" && text.length > longText);
}

function chosenOf(field: LeafField, value: unknown): number[] {
  if (value === undefined || value === null) return [];
  if (field.kind === "choice") return [indexOf(field.options, value)];
  if (field.kind !== "choices" || !isArray(value)) return [];
  return value.map((each) => indexOf(field.options, each));
}

function nextId(): number {
  lastId += 1;
  return lastId;
}
