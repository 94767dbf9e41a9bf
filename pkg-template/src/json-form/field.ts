/** A field of a form, read from a JSON Schema. Plain data, with texts that are ready to be shown. */
export type Field =
  | TextField
  | NumberField
  | BooleanField
  | ChoiceField
  | ChoicesField
  | GroupField
  | ListField
  | JsonField;

/** The properties of all kinds of fields. */
export interface FieldBase {
  /** The name for a person; empty for the whole form. Hidden characters are replaced by their names. */
  readonly label: string;
  readonly description?: string;
  /** Whether the value must be there. */
  readonly isRequired: boolean;
  /** Whether the value may be `null`. */
  readonly isNullable: boolean;
  /** The schema's `default`; `undefined` if there is none. */
  readonly fallback: unknown;
}

/** The format of a text. */
export type TextInput =
  | "text"
  | "email"
  | "url"
  | "tel"
  | "password"
  | "date"
  | "time"
  | "datetime-local";

export interface TextField extends FieldBase {
  readonly kind: "text";
  readonly input: TextInput;
  readonly hasLines: boolean;
}

export interface NumberField extends FieldBase {
  readonly kind: "number";
  readonly isInteger: boolean;
}

export interface BooleanField extends FieldBase {
  readonly kind: "boolean";
}

/** One of the values of a choice. */
export interface Option {
  readonly label: string;
  readonly value: unknown;
}

export interface ChoiceField extends FieldBase {
  readonly kind: "choice";
  readonly options: readonly Option[];
}

/** Any number of the options, each at most once. */
export interface ChoicesField extends FieldBase {
  readonly kind: "choices";
  readonly options: readonly Option[];
}

export interface GroupField extends FieldBase {
  readonly kind: "group";
  readonly members: readonly { readonly name: string; readonly field: Field }[];
}

export interface ListField extends FieldBase {
  readonly kind: "list";
  readonly item: Field;
  /** The maximum number of items in the list. */
  readonly most: number;
}

/** Any value, written as JSON text, if a form has no better field for it. */
export interface JsonField extends FieldBase {
  readonly kind: "json";
}

/** The field for JSON text in the place of another one. */
export function asJsonField({
  label,
  description,
  isRequired,
  isNullable,
  fallback,
}: Field): JsonField {
  const about = description === undefined ? {} : { description };
  return { kind: "json", label, ...about, isRequired, isNullable, fallback };
}
