import { isObject, readNumber, readText } from "../../../codec/safe-read.js";

/** SQLITE_BUSY and SQLITE_LOCKED: another process writes. */
const BUSY = 5;
const LOCKED = 6;

/** Returns true for a failure that passes once another process has written. */
export function isPassingFailure(thrown: unknown): boolean {
  if (!isObject(thrown)) return false;
  // Of libsql the name, of node:sqlite the number, whose lowest byte is the primary code.
  const code = readText(thrown, "code") ?? "";
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return true;
  const number = readNumber(thrown, "errcode") ?? readNumber(thrown, "rawCode");
  return number !== undefined && [BUSY, LOCKED].includes(number & 0xff);
}
