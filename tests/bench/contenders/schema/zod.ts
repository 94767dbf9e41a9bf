import { z } from "zod";
import type { Compiler } from "./compiler.js";
import { noun, patternOf, type SchemaKind } from "./tools.js";

export const zod: Compiler = {
  name: "zod by hand",
  kind: "peer",
  notes: ["schemas written in code"],
  async load(kind) {
    return ({ index }, handler) => {
      const schema = schemaOf(index, kind);
      return (text) => {
        if (schema.safeParse(JSON.parse(text)).success) handler();
      };
    };
  },
};

/** The same as `syntheticTool`. */
function schemaOf(index: number, kind: SchemaKind): z.ZodType {
  const own = noun(index);
  const code = kind === "pattern" ? z.string().regex(new RegExp(patternOf(index))) : z.string();
  return z.strictObject({
    [`${own}_name`]: z
      .string()
      .min(1)
      .max(50 + index),
    [`${own}_count`]: z
      .int()
      .min(1)
      .max(100 + index),
    [`${own}_kind`]: z.enum(["single", "double", own]),
    place: z.strictObject({ street: z.string().max(200), number: z.int().min(0), code }),
    tags: z.array(z.string()).max(5),
    isUrgent: z.boolean(),
  });
}
