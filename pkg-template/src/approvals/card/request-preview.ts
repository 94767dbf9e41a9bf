import type { ApprovalRequest } from "../../element/events/details.js";
import type { ToolPreview } from "../../tools/types.js";

/** The effect of a request, once it is known. */
export class RequestPreview {
  readonly #changed: () => void;
  #request: ApprovalRequest | undefined;
  #preview: ToolPreview | undefined;
  #isKnown = true;

  /** @param changed is called when it is known. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Returns true once the preview, or its absence, is known. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  get preview(): ToolPreview | undefined {
    return this.#preview;
  }

  /** Loads the preview of a request; a pending one of another request no longer counts. */
  async show(request: ApprovalRequest | undefined): Promise<void> {
    if (this.#request === request) return;
    this.#request = request;
    this.#preview = undefined;
    this.#isKnown = request === undefined;
    if (!request) return;
    const preview = await request.preview().catch(() => undefined);
    if (this.#request !== request) return;
    this.#preview = preview;
    this.#isKnown = true;
    this.#changed();
  }
}
