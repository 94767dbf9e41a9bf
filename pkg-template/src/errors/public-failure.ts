import { messageOf } from "../codec/describe.js";
import { readText } from "../codec/safe-read.js";
import { truncate, wellFormed } from "../codec/truncate.js";
import { isCode, isModelFailure } from "./model-failure.js";
import { isToolFailure } from "./tool-failure.js";

/** Characters of a failure's message. */
const LONGEST_MESSAGE = 10_000;

/** A failure as a client may read it. */
export interface PublicFailure {
  /** The id that stands in the server's log as well, with what was thrown. Absent where the thrown value has words for the client. */
  readonly id?: string;
  readonly code: string;
  readonly message: string;
}

/** The words for a failure that has none of its own. */
export interface FailureWords {
  readonly code: string;
  /** A sentence of this package. */
  readonly message: string;
}

/** Reads the words that a thrown value has for a client; nothing where it has none. */
export type SpokenBy = (thrown: unknown) => Partial<FailureWords> | undefined;

/**
 * The one place where a thrown value becomes what a client reads. Any error may quote an address, a path or a key of the server, so
 * its message, its code, its cause and its stack stay there: a client gets the words of the caller, and an id to find the rest in the
 * log by. Only a value that was thrown for the client has words of its own: `spokenBy` tells which.
 *
 * @param words the code and the sentence for every other value.
 */
export function publicFailure(
  thrown: unknown,
  words: FailureWords,
  spokenBy: SpokenBy = spokenByNone,
): PublicFailure {
  const own = spokenBy(thrown);
  if (own?.message !== undefined) {
    const message = wellFormed(truncate(own.message, LONGEST_MESSAGE));
    return { code: own.code ?? words.code, message };
  }
  const id = failureId();
  const message = `${words.message} The server's log has the reason under the id ${id}.`;
  return { id, code: words.code, message };
}

/** The words of a `ModelFailure`. */
export const spokenByModel: SpokenBy = (thrown) =>
  isModelFailure(thrown) ? wordsOf(thrown) : undefined;

/**
 * The words of a `ToolFailure`. One that says why a module of this package can't be loaded is for whoever serves its file: it names a
 * path.
 */
export const spokenByTool: SpokenBy = (thrown) =>
  isToolFailure(thrown) && thrown.code !== "toolbox_not_loaded" ? wordsOf(thrown) : undefined;

/** The pairs of a log's entry by which a failure is found that a client has the id of. */
export function failurePairs({
  id,
}: {
  readonly id?: string | undefined;
}): { key: string; value: string }[] {
  return id === undefined ? [] : [{ key: "FailureId", value: id }];
}

function spokenByNone(): undefined {
  return undefined;
}

/** A code that is no short word may be anything, an address too. */
function wordsOf(thrown: object): Partial<FailureWords> {
  const code = readText(thrown, "code");
  return { message: messageOf(thrown), ...(isCode(code) && { code }) };
}

/** Random, so that nobody learns how often something fails. */
function failureId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
