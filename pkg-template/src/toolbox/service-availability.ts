import type { Availability } from "./availability.js";
import type { CatalogueEntry } from "./module/catalogue-entry.js";

/** Whether services can be asked here. */
export async function serviceAvailability(
  catalogue: readonly CatalogueEntry[],
): Promise<Record<string, Availability>> {
  const usable: Availability =
    typeof fetch === "function"
      ? { available: true }
      : { available: false, reason: "There is no fetch() here." };
  return Object.fromEntries(catalogue.map(({ name }) => [name, usable]));
}
