import { categorizeError } from "../../errors/categorize-error.js";

/** The result of a host function for the module. Host functions never throw into it. */
export type Outcome<T> = { readonly value: T } | { readonly error: object };

/** Does something for the module. */
export async function outcomeOf<T>(work: () => T | PromiseLike<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (thrown) {
    const { cause, validationErrors, ...error } = categorizeError(thrown, "execution");
    return { error };
  }
}
