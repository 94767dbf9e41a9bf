import type {
  BooleanField,
  ChoiceField,
  ChoicesField,
  Field,
  GroupField,
  JsonField,
  ListField,
  NumberField,
  TextField,
  TextInput,
} from "./field.js";

/** A form that is being filled in: one draft for each field, which changes as a person writes. */
export type Draft = LeafDraft | GroupDraft | ListDraft;

export type LeafField =
  | TextField
  | NumberField
  | BooleanField
  | ChoiceField
  | ChoicesField
  | JsonField;

interface DraftBase {
  /** No other draft of the page has it. */
  readonly id: number;
  /** The value that it began with: given, or the schema's default; `undefined` if there was none. */
  readonly initial: unknown;
  /** Whether a person has changed it. An unchanged draft gives back its initial value. */
  isEdited: boolean;
}

export interface LeafDraft extends DraftBase {
  readonly kind: "leaf";
  readonly field: LeafField;
  /** Its input type, if it differs from the field's: a date that no date input can show is a text. */
  readonly input: TextInput;
  /** Whether its text needs several lines. */
  readonly hasLines: boolean;
  /** The zone of a time's initial value. */
  readonly zone: string | undefined;
  /** The text in the input. */
  text: string;
  isChecked: boolean;
  /** The indexes of the chosen options. */
  chosen: ReadonlySet<number>;
}

export interface GroupDraft extends DraftBase {
  readonly kind: "group";
  readonly field: GroupField;
  readonly members: readonly { readonly name: string; readonly draft: Draft }[];
}

export interface ListDraft extends DraftBase {
  readonly kind: "list";
  readonly field: ListField;
  items: readonly Draft[];
}

/** The drafts within one. */
export function childrenOf(draft: Draft): readonly Draft[] {
  if (draft.kind === "group") return draft.members.map(({ draft }) => draft);
  return draft.kind === "list" ? draft.items : [];
}

/** Every draft, itself first. */
export function* draftsOf(draft: Draft): Generator<Draft, void> {
  yield draft;
  for (const child of childrenOf(draft)) yield* draftsOf(child);
}

/** Returns true if a person has changed anything of it. */
export function isChanged(draft: Draft): boolean {
  return draft.isEdited || childrenOf(draft).some(isChanged);
}

/** The label of a draft's field. */
export function fieldLabel({ field }: { readonly field: Field }): string {
  return field.label;
}
