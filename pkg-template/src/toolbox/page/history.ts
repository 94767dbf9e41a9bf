import { readMember, windowOf } from "../../dom/members.js";
import { AccessFailure } from "./access-failure.js";
import { addressIn, type RawAddress } from "./address.js";

/** A step in the history. */
export type HistoryStep = "back" | "forward" | "reload";

/** An entry of the history, as the Navigation API gives it. */
interface Entry {
  readonly key: string;
  readonly url: string | null;
  readonly sameDocument: boolean;
}

interface Navigation {
  readonly currentEntry: (Entry & { readonly index: number }) | null;
  entries(): readonly Entry[];
  traverseTo(key: string): {
    readonly committed: Promise<unknown>;
    readonly finished: Promise<unknown>;
  };
}

/** The destination of a step. @throws {AccessFailure} if there is none, or it may leave the document's origin. */
export function stepAddress(document: Document, step: HistoryStep): RawAddress {
  const here = readMember<string>(Document.prototype, "URL", document);
  if (step === "reload") return { ...addressIn(document, here), isSameDocument: true };
  const { url, sameDocument } = entryOf(document, step);
  // Of a document that hides it: the entries are of the document's own origin in any case.
  const address = addressIn(document, url ?? here);
  return { ...address, href: url ?? "", isSameDocument: sameDocument };
}

/**
 * Goes to the destination of `stepAddress`, and nowhere else, whatever frames have added to the history.
 *
 * @returns a promise that fulfils when the document has taken the step or refused it; never when the step leads out of
 * it.
 */
export function takeStep(document: Document, step: "back" | "forward"): Promise<void> {
  const { key } = entryOf(document, step);
  const { committed, finished } = (navigationOf(document) as Navigation).traverseTo(key);
  // The result is seen in the page; a step that the page itself stops rejects both.
  const isOver = (): void => {};
  finished.catch(isOver);
  return committed.then(isOver, isOver);
}

function entryOf(document: Document, step: "back" | "forward"): Entry {
  const navigation = navigationOf(document);
  const index = navigation?.currentEntry?.index;
  if (!navigation || index === undefined) {
    throw failure(
      "This browser does not tell where a step in the history leads, so it is not taken. Give the url instead.",
    );
  }
  // The API lists only adjacent documents of the same origin.
  const entry = navigation.entries()[step === "back" ? index - 1 : index + 1];
  if (entry) return entry;
  throw failure(
    `There is nothing to go ${step} to in this history, or it is of another origin, where a step is not taken to. Give the url instead.`,
  );
}

function navigationOf(document: Document): Navigation | undefined {
  return (windowOf(document) as { readonly navigation?: Navigation } | null)?.navigation;
}

function failure(message: string): AccessFailure {
  return new AccessFailure({ kind: "other", message });
}
