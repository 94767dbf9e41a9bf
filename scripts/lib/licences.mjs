// @ts-expect-error it has no types
import satisfies from "spdx-satisfies";

/**
 * Licences that what we ship may be under: all of them ask for no more than a notice, and MPL-2.0 besides for word of where the
 * unchanged source is, which the notices give. A package under another one is refused by
 * `npm run lint`; whether it may come in is decided by adding its licence here.
 */
const allowed = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "Unicode-3.0",
  "Unlicense",
  "Zlib",
];

/**
 * Returns true if a licence is allowed: an SPDX expression, or the older `MIT/Apache-2.0` for a choice.
 * @param {string | undefined} licence
 */
export function isAllowed(licence) {
  try {
    return licence !== undefined && satisfies(expressionOf(licence), allowed);
  } catch {
    return false; // no expression, as "SEE LICENSE IN …"
  }
}

/**
 * Returns true if one may choose MIT and need nothing else.
 * @param {string} licence
 */
export const mayBeMit = (licence) => satisfies(expressionOf(licence), ["MIT"]);

/** @param {string} licence */
const expressionOf = (licence) => licence.replaceAll("/", " OR ");
