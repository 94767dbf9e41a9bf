import { messageOf } from "../codec/describe.js";
import { readText } from "../codec/safe-read.js";
import { truncate, wellFormed } from "../codec/truncate.js";
import { isCode, isModelFailure } from "./model-failure.js";
import { isToolFailure } from "./tool-failure.js";

/** Characters of a failure's message. */
const LONGEST_MESSAGE = 10_000;

/** A failure as a client may read it. */
export interface PublicFailure {
  /**
   * The id in the server's log, which has the thrown value. Absent if the thrown value has a message for the client.
   */
  readonly id?: string;
  readonly code: string;
  readonly message: string;
}

/** The message and the code for a failure without its own. */
export interface FailureWords {
  readonly code: string;
  /** A sentence of this package. */
  readonly message: string;
}

/** Reads the client's message from a thrown value; `undefined` if it has none. */
export type SpokenBy = (thrown: unknown) => Partial<FailureWords> | undefined;

/**
 * The one place where a thrown value becomes a client's error. Any error may quote an address, a path or a key of the
 * server, so its message, its code, its cause and its stack stay there: a client gets the caller's message, and an id
 * to find the rest in the log. Only a value that was thrown for the client has a message of its own: `spokenBy` reads
 * it.
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

/** The message and the code of a `ModelFailure`. */
export const spokenByModel: SpokenBy = (thrown) =>
  isModelFailure(thrown) ? wordsOf(thrown) : undefined;

/**
 * The message and the code of a `ToolFailure`, except for one about a module of this package that can't be loaded: it
 * is for the operator of the server, and contains a path.
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

/** The message and the code. A code that is not a short word is dropped: it might be an address, for example. */
function wordsOf(thrown: object): Partial<FailureWords> {
  const code = readText(thrown, "code");
  return { message: messageOf(thrown), ...(isCode(code) && { code }) };
}

/** Random, so that it does not reveal how often something fails. */
function failureId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
