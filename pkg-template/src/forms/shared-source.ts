import type { FormSource } from "./form-metadata.js";

/**
 * What the elements that share a registry say of a form, as far as they count it as a tool. Content of the page may have
 * brought one of them, so the strictest word on approval stands; the other metadata are the first element's.
 */
export class SharedSource {
  #counting: readonly FormSource[] = [];

  /** The elements that count the form, in the order in which they came. */
  get counting(): readonly FormSource[] {
    return this.#counting;
  }

  /** The elements that share the registry now. Says whether one of them counts the form. */
  update(form: HTMLFormElement, sources: readonly FormSource[]): boolean {
    this.#counting = countingOf(form, sources);
    return this.#counting.length > 0;
  }

  /**
   * Whether a person is asked: when one of the elements says so.
   *
   * @param byDefault is asked where an element says nothing.
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
    // What is no boolean is doubt, which whoever asked has to deal with.
    return words.find((word) => word !== false) ?? false;
  }
}

/** The elements that count a form as a tool. */
export function countingOf(form: HTMLFormElement, sources: readonly FormSource[]): FormSource[] {
  return sources.filter((source) => source.includes(form));
}
