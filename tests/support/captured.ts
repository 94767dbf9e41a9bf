import { readdirSync, readFileSync } from "node:fs";

/** What a real pydantic-ai server wrote; `tests/agents/captured.spec.ts` asks it the same again. */
const folder = new URL("captured/", import.meta.url);

/** Where a captured stream is kept. */
export const capturedFile = (name: string): URL => new URL(`${name}.sse`, folder);

/** All captured streams, by name. */
export function capturedStreams(): [name: string, text: string][] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sse"));
  return files.sort().map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);
}
