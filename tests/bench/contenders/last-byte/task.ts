/** Order lines, as `contenders/streaming/data.ts` writes them, and what is asked of them. */
import { z } from "zod";

export const jsonSchema = {
  type: "object",
  properties: {
    items: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        properties: {
          id: { type: "integer", minimum: 1 },
          name: { type: "string", minLength: 1, maxLength: 100 },
          price: { type: "number", minimum: 0, maximum: 10_000 },
          inStock: { type: "boolean" },
          tags: { type: "array", items: { type: "string", maxLength: 40 }, maxItems: 8 },
          size: {
            type: "object",
            properties: {
              width: { type: "number", minimum: 0 },
              height: { type: "number", minimum: 0 },
              unit: { enum: ["cm", "in"] },
            },
            required: ["width", "height", "unit"],
            additionalProperties: false,
          },
          note: { type: ["string", "null"] },
        },
        required: ["id", "name", "price", "inStock", "tags", "size", "note"],
        additionalProperties: false,
      },
    },
  },
  required: ["items"],
  additionalProperties: false,
};

export const zodSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: z.int().min(1),
        name: z.string().min(1).max(100),
        price: z.number().min(0).max(10_000),
        inStock: z.boolean(),
        tags: z.array(z.string().max(40)).max(8),
        size: z.strictObject({
          width: z.number().min(0),
          height: z.number().min(0),
          unit: z.enum(["cm", "in"]),
        }),
        note: z.string().nullable(),
      }),
    )
    .min(1),
});

/** What the handler saw, and when. */
export const seen = { at: 0, args: undefined as unknown, calls: 0 };

export function handler(args: unknown): undefined {
  seen.at = performance.now();
  seen.args = args;
  seen.calls += 1;
}
