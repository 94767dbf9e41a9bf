/**
 * `ag-ui-lit/element`, `/react` and `/vue` in an environment without elements: in workers, of a page or a server.
 * Importing it is harmless, so that a page's components can be rendered there.
 *
 * @module
 */
export { InvalidAnswerError } from "../element/errors/invalid-answer-error.js";
export { RunError } from "../element/errors/run-error.js";

/** Replaces the element's class. */
export class AgUiAgent {
  constructor() {
    throw new TypeError(
      "ag-ui-lit: <ag-ui-agent> is an element of a page, and can't be made in a worker.",
    );
  }
}
