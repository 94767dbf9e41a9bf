import type { ContentPart } from "@ag-ui/core";
import { Attachment } from "./attachment.js";
import type { Attached } from "./choose-files.js";
import type { UploadFile } from "./types.js";

/** The attached files of a draft. */
export class Attachments {
  readonly #changed: () => void;
  #items: readonly Attachment[] = [];

  /** @param changed is called after each change of what is shown. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get items(): readonly Attachment[] {
    return this.#items;
  }

  /** What counts for the limits. */
  get attached(): Attached {
    const bytes = this.#items.reduce((sum, { file }) => sum + file.size, 0);
    return { count: this.#items.length, bytes };
  }

  /** The number of files that are still read or uploaded. */
  get loading(): number {
    return this.#items.filter(({ status }) => status === "loading").length;
  }

  /** The number of files that can't be sent. */
  get failed(): number {
    return this.#items.filter(({ status }) => status === "failed").length;
  }

  /** Content parts of the files that are ready. */
  get parts(): ContentPart[] {
    return this.#items.flatMap(({ part }) => part ?? []);
  }

  /** Attaches files, and begins to upload or read them. */
  add(files: readonly File[], upload: UploadFile | undefined): void {
    if (files.length === 0) return;
    const added = files.map((file) => new Attachment(file, this.#changed));
    this.#items = [...this.#items, ...added];
    for (const attachment of added) void attachment.load(upload);
  }

  /** Removes a file and stops its upload. */
  remove(attachment: Attachment): void {
    attachment.dispose();
    this.#items = this.#items.filter((each) => each !== attachment);
    this.#changed();
  }

  /** Stops all uploads. They can be tried again. */
  stop(): void {
    for (const attachment of this.#items) attachment.stop();
  }

  /** Takes the files out, for a message that is being sent. */
  take(): readonly Attachment[] {
    const items = this.#items;
    this.#items = [];
    this.#changed();
    return items;
  }

  /** Puts files back that were taken. */
  putBack(items: readonly Attachment[]): void {
    this.#items = [...items, ...this.#items];
    this.#changed();
  }

  /** Removes all files and stops their uploads. */
  clear(): void {
    for (const attachment of this.take()) attachment.dispose();
  }
}
