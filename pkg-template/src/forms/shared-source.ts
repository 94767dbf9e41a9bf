import type { FormSource } from "./form-metadata.js";

/**
 * The settings of the elements that share a registry and count a form as a tool. Page content may have added one of
 * them, so the strictest approval applies; the other metadata are the first element's.
 */
export class SharedSource {
  #counting: readonly FormSource[] = [];

  /** The elements that count the form, in the order in which they came. */
  get counting(): readonly FormSource[] {
    return this.#counting;
  }

  /** Updates the elements that share the registry. Returns true if one of them counts the form. */
  update(form: HTMLFormElement, sources: readonly FormSource[]): boolean {
    this.#counting = countingOf(form, sources);
    return this.#counting.length > 0;
  }

  /**
   * Returns true if a person is asked, that is if one of the elements requires it.
   *
   * @param byDefault decides for an element without a setting.
   */
  async asks(
    form: HTMLFormElement,
    toolName: string,
    args: unknown,
    byDefault: () => boolean,
  ): Promise<boolean> {
    const words = await Promise.all(
      this.#counting.map((source) => {
        const metadata = source.metadataOf(form, toolName);
        const said = metadata?.approval;
        if (typeof said === "function") return Reflect.apply(said, metadata, [args]);
        return said === undefined ? byDefault() : said !== "never";
      }),
    );
    // A value that is not a boolean is passed on to the caller, which has to deal with the doubt.
    return words.find((word) => word !== false) ?? false;
  }
}

/** The elements that count a form as a tool. */
export function countingOf(form: HTMLFormElement, sources: readonly FormSource[]): FormSource[] {
  return sources.filter((source) => source.includes(form));
}
