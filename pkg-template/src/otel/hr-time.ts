import type { HrTime } from "@opentelemetry/api";

/**
 * Milliseconds since 1970 in OpenTelemetry's unambiguous form: a number could also be one of `performance.now()`.
 */
export function hrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1000);
  const nanoseconds = Math.round((milliseconds - seconds * 1000) * 1e6);
  return nanoseconds < 1e9 ? [seconds, nanoseconds] : [seconds + 1, 0];
}
