import type { Contender, Runner } from "../contenders/contender.js";
import { result, text } from "../contenders/task.js";

/** Every wasm memory there is: it belongs to no heap that the browser tells of. */
const memories: WebAssembly.Memory[] = [];
noteMemories();

const contenders: Record<string, () => Promise<Contender>> = {
  plain: async () => (await import("../contenders/reference.js")).reference,
  "ag-ui-lit": async () => (await import("../contenders/ag-ui-lit.js")).agUiLit,
  "ag-ui-lit-all": async () => (await import("../contenders/ag-ui-lit.js")).agUiLitHistory,
  "plain-all": async () => (await import("../contenders/reference.js")).referenceHistory,
};

/** Kept here, so that nothing of it can be collected. */
let runner: Runner | undefined;

/** Executes so many times; tells how large wasm's memory is afterwards. */
export async function probe(
  id: string,
  times: number,
): Promise<Pick<Contender, "name" | "kind" | "notes"> & { readonly wasmBytes: number }> {
  const load = contenders[id];
  if (!load) throw new Error(`There is no contender ${id}.`);
  const contender = await load();
  runner ??= await contender.prepare(false);
  for (let time = 0; time < times; time += 1) {
    if ((await runner(text)) !== result) throw new Error("A result is wrong.");
  }
  const { name, kind, notes } = contender;
  const wasmBytes = memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  return { name, kind, notes, wasmBytes };
}

function noteMemories(): void {
  const original = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...given) => {
    const made = await original(...given);
    const { memory } = made.instance.exports;
    if (memory instanceof WebAssembly.Memory) memories.push(memory);
    return made;
  };
}
