import { messageOf } from "../codec/describe.js";

/** As JSON text. */
export function toText(what: string, value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new TypeError(
      `ag-ui-lit: ${what} can't be read: it is no plain data (${messageOf(cause)}).`,
      { cause },
    );
  }
  if (text === undefined) throw new TypeError(`ag-ui-lit: ${what} is missing.`);
  return text;
}

/** The result of a call to the module, with its errors in this package's form. */
export function asking<Value>(what: string, ask: () => string): Value {
  let said: string;
  try {
    said = ask();
  } catch (cause) {
    if (cause instanceof Error && cause.name !== "Error") throw cause;
    throw new TypeError(`ag-ui-lit: ${what}: ${messageOf(cause)}.`, { cause });
  }
  return JSON.parse(said) as Value;
}
