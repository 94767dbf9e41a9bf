import { messageOf } from "../codec/describe.js";

/** A package that an entry needs, and that its user has to install, is not there. */
export class MissingPeerError extends Error {
  override readonly name = "MissingPeerError";
  /** A stable name for the failure. */
  readonly code = "missing_peer";

  constructor(entry: string, packages: string, cause: unknown) {
    const install = `Install it: npm install ${packages}`;
    super(
      `${entry} needs ${packages}, which could not be loaded (${messageOf(cause)}). ${install}`,
      {
        cause,
      },
    );
  }
}
