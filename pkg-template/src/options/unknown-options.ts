import { nearestName } from "./nearest-name.js";
import { OptionError } from "./option-error.js";

/** The names of an object's fields, for the compiler to hold against the type. */
export type FieldNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/** Options by the name that they once had. */
const renamed: Readonly<Record<string, string>> = { maxBodySize: "maxBodyBytes" };

/**
 * Refuses an unknown option: it may be meant to make something safe.
 *
 * @param whole the function that takes the options: `webTools()`.
 * @throws {OptionError} that names the option, the nearest one, and the known ones.
 */
export function refuseUnknown(whole: string, options: object, known: readonly string[]): void {
  for (const option of Object.keys(options)) {
    if (known.includes(option)) continue;
    throw new OptionError(
      `ag-ui-lit: ${whole} has no option "${option}".${hintFor(option, known)} ${listOf(known)}`,
    );
  }
}

/** The name that was meant, if one is near: ` Did you mean "timeout"?` */
export function hintFor(option: string, known: readonly string[]): string {
  const now = renamed[option];
  if (now !== undefined && known.includes(now)) return ` It is called "${now}" now.`;
  const nearest = nearestName(option, known);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

const listOf = (known: readonly string[]): string =>
  known.length > 0 ? `There are: ${known.join(", ")}.` : "There are none.";
