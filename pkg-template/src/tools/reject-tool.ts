import { isObject, readText } from "../codec/safe-read.js";
import { dispatch } from "../dom/members.js";
import { ToolDefinitionError } from "../errors/definition-error.js";
import { describe } from "../errors/thrown.js";

/** Reports a refused tool on the document, if no code holds the promise of its registration. */
export function rejectTool(
  document: Document,
  definition: unknown,
  thrown: unknown,
): ToolDefinitionError {
  const name = nameOf(definition);
  const error =
    thrown instanceof ToolDefinitionError
      ? thrown
      : new ToolDefinitionError(name, [{ path: [], message: describe(thrown) }]);
  const event = new CustomEvent("ag-ui-tool-rejected", { detail: { name, error } });
  // An image in the page's content may be called `dispatchEvent`, and hides the document's own.
  dispatch(document, event);
  return error;
}

/** A definition's name, if it can be read and is one. */
export function nameOf(definition: unknown): string | undefined {
  return isHolder(definition) ? readText(definition, "name") : undefined;
}

/** A definition's id, if it can be read and is one. */
export function idOf(definition: unknown): string | undefined {
  return isHolder(definition) ? readText(definition, "id") : undefined;
}

function isHolder(value: unknown): value is object {
  return typeof value === "function" || isObject(value);
}
