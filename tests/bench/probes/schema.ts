import type { Compiler } from "../contenders/schema/compiler.js";
import { type SchemaKind, syntheticTool } from "../contenders/schema/tools.js";

/** Loaded one by one: a page runs one of them. */
const compilers: Record<string, () => Promise<Compiler>> = {
  ajv: async () => (await import("../contenders/schema/ajv.js")).ajv,
  "ag-ui-lit": async () => (await import("../contenders/schema/ag-ui-lit.js")).agUiLit,
  zod: async () => (await import("../contenders/schema/zod.js")).zod,
  cfworker: async () => (await import("../contenders/schema/cfworker.js")).cfworker,
};

const count = 200;

/** In a page that has compiled nothing yet: milliseconds from each of 200 schemas to its first verdict. */
export async function probe(
  id: string,
  kind: SchemaKind,
): Promise<Pick<Compiler, "name" | "kind" | "notes"> & { readonly times: number[] }> {
  const load = compilers[id];
  if (!load) throw new Error(`There is no contender ${id}.`);
  const { name, kind: role, notes, ...compiler } = await load();
  const tools = Array.from({ length: count }, (_, index) => syntheticTool(index, kind));
  const compile = await compiler.load(kind);
  let at = 0;
  const handler = (): void => {
    at = performance.now();
  };
  const times: number[] = [];
  for (const tool of tools) {
    at = 0;
    const start = performance.now();
    const judge = compile(tool, handler);
    await judge(tool.text);
    if (!at) throw new Error(`${name}: valid arguments were refused`);
    times.push(at - start);
    at = 0;
    if (tool.index === count - 1) await judge(tool.invalidText);
    if (at) throw new Error(`${name}: invalid arguments were accepted`);
  }
  return { name, kind: role, notes, times };
}
