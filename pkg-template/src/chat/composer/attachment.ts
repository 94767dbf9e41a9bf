import type { ContentPart, PartSource } from "@ag-ui/core";
import { messageOf } from "../../codec/describe.js";
import { truncate } from "../../codec/truncate.js";
import { within } from "../../execution/race.js";
import { visibleText } from "../../visible-text/visible-text.js";
import { sentName, shownName } from "./file-names.js";
import { isOfItsType, kindOf, type MediaKind, mimeTypeOf } from "./file-type.js";
import { inlineData } from "./inline-data.js";
import { drawPreview } from "./preview.js";
import type { UploadContext, UploadFile } from "./types.js";
import { sourceOf } from "./uploaded-file.js";

/** Why a file can't be sent. */
export type AttachmentFailure =
  /** Its content is not of its type. */
  | { readonly reason: "type" }
  /** The browser can't read it: it was moved, changed or is not a file. */
  | { readonly reason: "unreadable" }
  /** The composer has left the page. */
  | { readonly reason: "stopped" }
  /** The page's upload failed. */
  | { readonly reason: "upload"; readonly message: string };

let count = 0;

/** The longest message of an upload that is shown. */
const LONGEST_MESSAGE = 200;

/** An attached file, from reading or uploading it until it is sent. */
export class Attachment {
  /** Distinct for each attachment of the page. */
  readonly id = ++count;
  readonly file: File;
  /** The file's name for people. */
  readonly name: string;
  readonly mimeType: string;
  readonly kind: MediaKind;
  readonly #changed: () => void;
  #work: AbortController | undefined;
  #progress = 0;
  #source: PartSource | undefined;
  #failure: AttachmentFailure | undefined;
  #preview: HTMLCanvasElement | undefined;
  #isGone = false;

  /** @param changed is called after each change of what is shown. */
  constructor(file: File, changed: () => void) {
    this.file = file;
    this.name = shownName(file.name);
    this.mimeType = mimeTypeOf(file.type);
    this.kind = kindOf(this.mimeType);
    this.#changed = changed;
    if (this.kind === "image") void this.#drawPreview();
  }

  get status(): "loading" | "ready" | "failed" {
    if (this.#source) return "ready";
    return this.#failure ? "failed" : "loading";
  }

  /** The share of the file that is read or uploaded, from 0 to 1. */
  get progress(): number {
    return this.#progress;
  }

  get failure(): AttachmentFailure | undefined {
    return this.#failure;
  }

  /** Whether another try may succeed. */
  get isRetryable(): boolean {
    return this.#failure !== undefined && this.#failure.reason !== "type";
  }

  /** A small picture of an image, once it is drawn. */
  get preview(): HTMLCanvasElement | undefined {
    return this.#preview;
  }

  /** The content part; `undefined` until the file is ready. */
  get part(): ContentPart | undefined {
    if (!this.#source) return undefined;
    const filename = sentName(this.file.name);
    return { type: this.kind, source: this.#source, metadata: { filename } };
  }

  /** Uploads the file with the page's function, or reads it. Also for another try. */
  async load(upload: UploadFile | undefined): Promise<void> {
    if (this.#isGone) return;
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    this.#progress = 0;
    this.#failure = undefined;
    this.#changed();
    const progress = (share: number): void => {
      if (this.#work === work && !work.signal.aborted) this.#report(share);
    };
    const loaded = await this.#loaded(upload, { signal: work.signal, progress });
    // A later try, or the end of the attachment, has taken its place.
    if (this.#work !== work) return;
    this.#work = undefined;
    if ("reason" in loaded) this.#failure = loaded;
    else this.#source = loaded;
    this.#changed();
  }

  /** Stops what is under way. A stopped file can be tried again. */
  stop(): void {
    if (!this.#work) return;
    this.#work.abort();
    this.#work = undefined;
    this.#failure = { reason: "stopped" };
    this.#changed();
  }

  /** Ends the attachment: what is under way is stopped and nothing is reported any more. */
  dispose(): void {
    this.#isGone = true;
    this.#work?.abort();
    this.#work = undefined;
    this.#preview = undefined;
  }

  async #loaded(
    upload: UploadFile | undefined,
    context: UploadContext,
  ): Promise<PartSource | AttachmentFailure> {
    const { file, mimeType } = this;
    const { signal } = context;
    try {
      if (!(await isOfItsType(file, mimeType))) return { reason: "type" };
      if (!upload) return { type: "data", value: await inlineData(file, context), mimeType };
    } catch {
      return { reason: "unreadable" };
    }
    try {
      return sourceOf(await within(() => upload(file, context), { signal }), mimeType);
    } catch (error) {
      if (!signal.aborted) console.warn("<ag-ui-composer>: a file could not be uploaded:", error);
      const message = visibleText(truncate(messageOf(error), LONGEST_MESSAGE));
      return { reason: "upload", message };
    }
  }

  #report(share: number): void {
    if (typeof share !== "number" || !(share >= 0)) return;
    this.#progress = Math.min(1, share);
    this.#changed();
  }

  async #drawPreview(): Promise<void> {
    const preview = await drawPreview(this.file);
    if (this.#isGone || !preview) return;
    this.#preview = preview;
    this.#changed();
  }
}
