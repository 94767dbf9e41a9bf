import { isArray, isObject, read, readNumber } from "../codec/safe-read.js";
import type { ThrownFacts } from "../core/raw.js";

/** The maximum length of a header field with the time of the next try; longer values are ignored. */
const LONGEST_FIELD = 100;

/** The maximum number of names that are read of a plain object of headers. */
const MOST_FIELDS = 200;

type HttpFacts = Pick<ThrownFacts, "status" | "retryAfterField" | "retryAfterMsField" | "thrownAt">;

/**
 * Facts of an HTTP answer from a thrown value: a thrown `Response` itself, an error with `status` or `statusCode`, or
 * one with a `response`, as thrown by clients (axios, ky, ofetch, undici, the SDKs of model providers).
 */
export function httpFactsOf(thrown: object): { [Key in keyof HttpFacts]: HttpFacts[Key] } {
  const response = read(thrown, "response");
  const holders = isObject(response) ? [thrown, response] : [thrown];
  const status = first(holders, statusOf);
  const retryAfterMsField = first(holders, (holder) => fieldOf(holder, "retry-after-ms"));
  const retryAfterField = first(holders, (holder) => fieldOf(holder, "retry-after"));
  return {
    ...(status !== undefined && { status }),
    ...(retryAfterMsField !== undefined && { retryAfterMsField }),
    ...(retryAfterField !== undefined && { retryAfterField, thrownAt: Date.now() }),
  };
}

function first<T>(holders: readonly object[], find: (holder: object) => T | undefined) {
  for (const holder of holders) {
    const found = find(holder);
    if (found !== undefined) return found;
  }
  return undefined;
}

function statusOf(holder: object): number | undefined {
  const statuses = [readNumber(holder, "status"), readNumber(holder, "statusCode")];
  return statuses.find(
    (status) => status !== undefined && Number.isInteger(status) && status >= 100 && status < 600,
  );
}

function fieldOf(holder: object, name: string): string | undefined {
  const headers = read(holder, "headers");
  if (!isObject(headers)) return undefined;
  return fieldText(ofMethod(headers, name) ?? ofObject(headers, name));
}

/** `Headers`, and everything else with its `get`. */
function ofMethod(headers: object, name: string): unknown {
  const get = read(headers, "get");
  try {
    return typeof get === "function" ? Reflect.apply(get, headers, [name]) : undefined;
  } catch {
    return undefined;
  }
}

/** A header of a plain object, whose names may have any case (RFC 9110, section 5.1). */
function ofObject(headers: object, name: string): unknown {
  const key = keysOf(headers).find((candidate) => candidate.toLowerCase() === name);
  return key === undefined ? undefined : read(headers, key);
}

function keysOf(headers: object): readonly string[] {
  try {
    return Object.keys(headers).slice(0, MOST_FIELDS);
  } catch {
    return [];
  }
}

/** Node gives a field that came more than once as a list. */
function fieldText(value: unknown): string | undefined {
  const field = isArray(value) ? read(value, 0) : value;
  if (typeof field === "number") return String(field);
  return typeof field === "string" && field.length <= LONGEST_FIELD ? field : undefined;
}
