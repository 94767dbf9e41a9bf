/**
 * What waits for a person's decision, anywhere in this page: while something does, no tool acts on the page, since the
 * agent could press the button of its own approval. Every copy of the package, and every frame of the same origin, counts
 * in one place: a symbol of the outermost window that can be reached.
 */

/** An approval, an interrupt, or the like; or a form that was filled in, for a person to submit. */
type Kind = "approval" | "form";

/** Says whether it waits for a person. */
interface Question {
  readonly kind: Kind;
  isOpen(): boolean;
}

const slot = Symbol.for("ag-ui-lit.open-questions");

/** Opens a question. The function returned closes it. */
export function openQuestion(kind: Kind = "approval"): () => void {
  return watchQuestions(() => true, kind);
}

/** Counts what can tell by itself whether it waits for a person, until the function returned is called. */
export function watchQuestions(isOpen: () => boolean, kind: Kind = "approval"): () => void {
  const questions = questionsOfPage();
  const question = { kind, isOpen: () => isShown() && isOpen() };
  questions.add(question);
  return () => void questions.delete(question);
}

/** Returns true if anything waits for a person, or anything of a kind. */
export function isQuestionOpen(kind?: Kind): boolean {
  for (const question of questionsOfPage()) {
    try {
      if ((kind === undefined || question.kind === kind) && question.isOpen()) return true;
    } catch {
      // A frame that is gone.
    }
  }
  return false;
}

/** Returns true if the window of this copy is still one: in a frame that was removed nobody asks anybody. */
function isShown(): boolean {
  return typeof document === "undefined" || document.defaultView !== null;
}

function questionsOfPage(): Set<Question> {
  const place = outermost();
  const found: unknown = Reflect.get(place, slot);
  if (isSet(found)) return found;
  const questions = new Set<Question>();
  // A page can't take it away or put another in its place by accident.
  Reflect.defineProperty(place, slot, { value: questions });
  return questions;
}

/** A set of whatever realm. */
function isSet(found: unknown): found is Set<Question> {
  return Object.prototype.toString.call(found) === "[object Set]";
}

function outermost(): object {
  let view: Window & typeof globalThis = globalThis as never;
  try {
    while (view.parent && view.parent !== view && Reflect.has(view.parent, "document")) {
      // Throws where the parent is of another origin.
      void view.parent.document;
      view = view.parent as never;
    }
  } catch {
    // The window around it can't be reached.
  }
  return view;
}
