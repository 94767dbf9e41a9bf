export function isToolFailure(_value: unknown): _value is { retryable?: boolean } {
  return false;
}
