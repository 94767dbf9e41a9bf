/** Tools that differ as a page's do: other names, other bounds, the same few keywords. */

export interface SyntheticTool {
  readonly index: number;
  readonly name: string;
  readonly schema: Record<string, unknown>;
  readonly text: string;
  readonly invalidText: string;
}

/** `common`: types, bounds, choices. `pattern`: with a regular expression as well. */
export type SchemaKind = "common" | "pattern";

export const noun = (index: number): string => `thing${index}`;

export function syntheticTool(index: number, kind: SchemaKind): SyntheticTool {
  const own = noun(index);
  const args = {
    [`${own}_name`]: "Ada",
    [`${own}_count`]: 3,
    [`${own}_kind`]: "double",
    place: { street: "Main Street", number: 7, code: "AB-123" },
    tags: ["quiet", "late"],
    isUrgent: true,
  };
  return {
    index,
    name: `tool_${index}`,
    schema: {
      type: "object",
      properties: {
        [`${own}_name`]: { type: "string", minLength: 1, maxLength: 50 + index },
        [`${own}_count`]: { type: "integer", minimum: 1, maximum: 100 + index },
        [`${own}_kind`]: { enum: ["single", "double", own] },
        place: {
          type: "object",
          properties: {
            street: { type: "string", maxLength: 200 },
            number: { type: "integer", minimum: 0 },
            code: { type: "string", ...(kind === "pattern" && { pattern: patternOf(index) }) },
          },
          required: ["street", "number", "code"],
          additionalProperties: false,
        },
        tags: { type: "array", items: { type: "string" }, maxItems: 5 },
        isUrgent: { type: "boolean" },
      },
      required: Object.keys(args),
      additionalProperties: false,
    },
    text: JSON.stringify(args),
    invalidText: JSON.stringify({ ...args, [`${own}_count`]: 0 }),
  };
}

/** A different one for each tool, or whoever keeps compiled patterns would know it from the last. */
export function patternOf(index: number): string {
  return `^(?:[A-Z]{2}|${noun(index)})-\\d{1,6}$`;
}
