import { isObject, read } from "../codec/safe-read.js";

/** A handler's return value with different content for the model and for the page. Made by `toolResult`. */
export interface ToolResult<TStructured = unknown> {
  /** The content for the model. */
  readonly content: unknown;
  /** The `output` of the execution's result. */
  readonly structured: TStructured;
}

/** Shared by every copy of this package in every realm. */
const brand = Symbol.for("ag-ui-lit.ToolResult");

/** Marks a result without `structured`: its output is the content, and it has no storable value. */
const plainBrand = Symbol.for("ag-ui-lit.ToolResult.plain");

/**
 * Makes a return value of a handler: the model reads `content`, the page gets `structured` as `output`.
 *
 * `content` is text; or parts, of text, images, audio, video and documents as in AG-UI; or any other value, which is
 * then written like every handler's result. Parts reach a model that can take them; others read a text that describes
 * the missing medium: see `resultParts` of `<ag-ui-agent>`. Without `structured` the output is `content`. `structured`
 * is also the `metadata` of `structuredResults()`.
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

/** Returns true for a value made by `toolResult`, also by that of another copy of the package or another realm. */
export function isToolResult(value: unknown): value is ToolResult {
  return isObject(value) && read(value, brand) === true;
}

/** Returns true if it was given a `structured`. */
export function hasStructured(result: ToolResult): boolean {
  return read(result, plainBrand) !== true;
}
