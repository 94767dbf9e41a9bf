import { formOf } from "../tools/precedence.js";
import type { RegisteredTool, ToolMetadata } from "../tools/types.js";
import { type FormMetadata, type FormSource, metadataIn } from "./form-metadata.js";
import { type FormScope, type FormTools, scopeOf } from "./form-scope.js";

/** An element's settings for the document's forms. */
export class FormSettings implements FormSource {
  /** Metadata of forms' tools. */
  metadata: FormMetadata | undefined;
  #tools: FormTools | undefined;
  #scope: FormScope | undefined;

  /** The forms that are tools; `undefined` if not set. */
  get tools(): FormTools | undefined {
    return this.#tools;
  }

  set tools(tools: FormTools | null | undefined) {
    this.#tools = tools ?? undefined;
    this.#scope = scopeOf(tools);
  }

  /** Returns true if any form can be a tool. */
  get isAny(): boolean {
    return this.#scope !== undefined;
  }

  includes(form: HTMLFormElement): boolean {
    return this.#scope?.(form) === true;
  }

  /** Returns true if a tool is the element's too: all that are not forms, and the forms it includes. */
  offers(tool: RegisteredTool): boolean {
    const form = formOf(tool);
    return form === undefined || this.includes(form as HTMLFormElement);
  }

  metadataOf(form: HTMLFormElement, toolName: string): ToolMetadata | undefined {
    return metadataIn(this.metadata, form, toolName);
  }
}
