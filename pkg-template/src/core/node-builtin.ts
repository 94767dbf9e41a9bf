/** The parts of Node's modules that are used. */
interface Builtins {
  readonly "node:async_hooks": {
    readonly AsyncLocalStorage?: { snapshot?(): (work: () => void) => void };
  };
  readonly "node:fs": { readFileSync(path: string): Uint8Array<ArrayBuffer> };
  readonly "node:url": { fileURLToPath(address: string): string };
  readonly "node:util": Pick<typeof globalThis, "TextDecoder" | "TextEncoder">;
}

interface NodeProcess {
  getBuiltinModule?<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined;
}

/**
 * A module of Node's where this runs in Node, also in a test environment that plays a browser (Jest's jsdom). Never
 * imported: a browser's bundler would look for it.
 */
export function nodeBuiltin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return process?.getBuiltinModule?.(name);
}
