import { isObject, read } from "../codec/safe-read.js";

/** What a handler returns to give the model one thing and the page another. Made by `toolResult`. */
export interface ToolResult<TStructured = unknown> {
  /** What the model reads. */
  readonly content: unknown;
  /** What becomes the `output` of the execution's result. */
  readonly structured: TStructured;
}

/** Shared by every copy of this package in every realm. */
const brand = Symbol.for("ag-ui-lit.ToolResult");

/** Marks one that was given no `structured`: the content stands for it, and is nothing that a page stores. */
const plainBrand = Symbol.for("ag-ui-lit.ToolResult.plain");

/**
 * What a handler returns so that the model reads `content` while the page gets `structured` as `output`.
 *
 * `content` is text; or parts, of text, images, audio, video and documents as AG-UI has them; or anything else, which is then
 * written as a handler's result is. Parts reach a model that can take them; others read text that says what is missing: see
 * `resultParts` of `<ag-ui-agent>`. Without `structured` the
 * output is `content`. What is given as `structured` is also the `metadata` of `structuredResults()`.
 *
 * @example
 * ```ts
 * handler: async ({ city }) => {
 *   const forecast = await loadForecast(city);
 *   return toolResult(`Tomorrow ${forecast.high} °C in ${city}`, { structured: forecast });
 * }
 * ```
 * @example
 * ```ts
 * handler: () => {
 *   const source = { type: "data", mimeType: "image/png", value: chartAsBase64() } as const;
 *   return toolResult([{ type: "text", text: "The chart:" }, { type: "image", source }]);
 * }
 * ```
 */
export function toolResult<TStructured>(
  content: unknown,
  options: { readonly structured: TStructured },
): ToolResult<TStructured>;
export function toolResult<TContent>(content: TContent): ToolResult<TContent>;
export function toolResult(
  content: unknown,
  options?: { readonly structured?: unknown },
): ToolResult {
  const isGiven = options !== undefined && "structured" in options;
  const result = { content, structured: isGiven ? options.structured : content };
  Object.defineProperty(result, brand, { value: true });
  if (!isGiven) Object.defineProperty(result, plainBrand, { value: true });
  return Object.freeze(result);
}

/** Whether a value was made by `toolResult`, also by that of another copy of the package or another realm. */
export function isToolResult(value: unknown): value is ToolResult {
  return isObject(value) && read(value, brand) === true;
}

/** Whether it was given a `structured`. */
export function hasStructured(result: ToolResult): boolean {
  return read(result, plainBrand) !== true;
}
