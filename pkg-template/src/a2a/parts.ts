import type { Part } from "@a2a-js/sdk";
import { isObject } from "../codec/safe-read.js";

/** A part of text. */
export function textPart(value: string): Part {
  return { ...plain, content: { $case: "text", value }, mediaType: "text/plain" };
}

/** A part of data: any JSON value. */
export function dataPart(value: unknown): Part {
  return { ...plain, content: { $case: "data", value }, mediaType: "application/json" };
}

const plain = { metadata: undefined, filename: "" } as const;

/** The texts of parts, one after the other. */
export function textOf(parts: readonly Part[] | undefined): string {
  return (parts ?? [])
    .map(({ content }) => (content?.$case === "text" ? String(content.value) : ""))
    .join("");
}

/** The lists that stand as `name` in data parts, together. */
export function listsOf(parts: readonly Part[] | undefined, name: string): readonly unknown[] {
  return (parts ?? []).flatMap(({ content }) => {
    if (content?.$case !== "data" || !isObject(content.value)) return [];
    const list = (content.value as Record<string, unknown>)[name];
    return Array.isArray(list) ? (list as unknown[]) : [];
  });
}

/** Returns true if a part is data with a list of this name. */
export function hasList({ content }: Part, name: string): boolean {
  if (content?.$case !== "data" || !isObject(content.value)) return false;
  return Array.isArray((content.value as Record<string, unknown>)[name]);
}
