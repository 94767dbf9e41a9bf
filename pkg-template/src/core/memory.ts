let memory: WebAssembly.Memory | undefined;

/** The core's memory: what it has put together is looked at there instead of being copied. Its buffer may be another one after any call. */
export function coreMemory(): WebAssembly.Memory {
  return memory as WebAssembly.Memory;
}

/** Part of loading the core. */
export function markMemory(loaded: WebAssembly.Memory): void {
  memory = loaded;
}
