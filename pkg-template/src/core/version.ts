/** The package's version, by which copies of it on one page know each other. */
export const version = "0.1.0";

/**
 * The address of the running script, if the engine's stack has it. `import.meta.url` would be a bundler's path of the
 * machine that built the page.
 */
export function scriptAddress(): string | undefined {
  const stack = new Error().stack ?? "";
  const [, address] = /(https?:\/\/[^\s?#()]+?)(?:[?#][^\s()]*?)?:\d+:\d+/.exec(stack) ?? [];
  return address;
}
