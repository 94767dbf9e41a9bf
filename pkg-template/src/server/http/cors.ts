import { isArray, isObject, read } from "../../codec/safe-read.js";
import type { OptionRule } from "../../options/check-options.js";
import type { Asked } from "./asked.js";

/** Which pages of other origins may ask. */
export interface CorsOptions {
  /** Their origins, such as `"https://shop.example"`; `"*"` for every one. */
  readonly origins: "*" | readonly string[];
  /** Whether they may send cookies; not with `"*"`. @default false */
  readonly credentials?: boolean;
}

export const aCors: OptionRule = [
  '{ origins, credentials? }, with "*" or a list of origins such as "https://shop.example", and no credentials with "*"',
  (value) => {
    if (!isObject(value)) return false;
    if (Object.keys(value).some((key) => key !== "origins" && key !== "credentials")) return false;
    const [origins, credentials] = [read(value, "origins"), read(value, "credentials")];
    if (credentials !== undefined && typeof credentials !== "boolean") return false;
    if (origins === "*") return credentials !== true;
    return isArray(origins) && origins.every(isOrigin);
  },
];

/**
 * The headers that let a page of another origin read the answer; none for an origin that may not.
 *
 * @param exposed a header of ours that such a page may read.
 */
export function corsHeaders(
  cors: CorsOptions | undefined,
  asked: Asked,
  exposed?: string,
): Headers {
  const headers = new Headers();
  if (!cors) return headers;
  const { origins, credentials = false } = cors;
  const expose = (): void => {
    if (exposed !== undefined) headers.set("access-control-expose-headers", exposed);
  };
  if (origins === "*") {
    headers.set("access-control-allow-origin", "*");
    expose();
  } else {
    headers.set("vary", "origin");
    const origin = asked.header("origin");
    if (origin === undefined || !origins.includes(origin)) return headers;
    headers.set("access-control-allow-origin", origin);
    if (credentials) headers.set("access-control-allow-credentials", "true");
    expose();
  }
  return headers;
}

/** The answer to a browser that asks whether it may ask. */
export function preflightAnswer(headers: Headers, asked: Asked, methods: string): Response {
  headers.set("allow", `${methods}, OPTIONS`);
  if (headers.has("access-control-allow-origin")) {
    headers.set("access-control-allow-methods", methods);
    headers.set("access-control-max-age", "600");
    const wanted = asked.header("access-control-request-headers") ?? "";
    const allowed = /^[\w!#$%&'*+.^`|~, -]{1,1000}$/.test(wanted) ? wanted : "content-type";
    headers.set("access-control-allow-headers", allowed);
  }
  return new Response(null, { status: 204, headers });
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    return new URL(value).origin === value;
  } catch {
    return false;
  }
}
