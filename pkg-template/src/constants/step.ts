// Made from the core's constants by `UPDATE_CONSTANTS=1 cargo test --test native constants`: change them there.

/** Codes of the steps by which the core reports additions to a value: see `src/json/changes.rs`. */
export enum Step {
  Object = 1,
  Array = 2,
  Leave = 3,
  Key = 4,
  String = 5,
  Begin = 6,
  More = 7,
  End = 8,
  Number = 9,
  True = 10,
  False = 11,
  Null = 12,
  Big = 13,
  KnownKey = 14,
  Integer = 15,
  Fault = 16,
}

/** The position of a quotation that is next in the text, instead of in the delta. */
export const IN_TEXT = -1;
