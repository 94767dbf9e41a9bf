import type { CatalogueEntry } from "./module/catalogue-entry.js";

/** Whether a tool can be used in this browser, with this page's permissions. */
export type Availability =
  | { readonly available: true }
  | {
      readonly available: false;
      /** The missing condition, and the remedy. */
      readonly reason: string;
    };

/** The answer of a group's function of availability: one for each of its tools, by their names. */
export type GroupAvailability = Record<string, Availability>;

/**
 * The availability of a group's tools.
 *
 * @param whyNot the reason why a tool can't be used, if it can't.
 */
export async function availabilityOf(
  catalogue: readonly CatalogueEntry[],
  whyNot: (entry: CatalogueEntry) => string | undefined | Promise<string | undefined>,
): Promise<GroupAvailability> {
  const entries = catalogue.map(async (entry): Promise<[string, Availability]> => {
    const reason = await whyNot(entry);
    return [entry.name, reason === undefined ? { available: true } : { available: false, reason }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The reason why nothing can be asked of the network here, if that is so. */
export function whyNoFetch(): string | undefined {
  return typeof fetch === "function" ? undefined : "There is no fetch() here.";
}
