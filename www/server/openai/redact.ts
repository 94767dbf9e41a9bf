const MAX_LENGTH = 400;

/** Makes an upstream's words fit to show: no key, not even the half of one that some services quote back, and not too long. */
export function redact(text: string, apiKey: string): string {
  const clean = text
    .replaceAll(apiKey, "[key]")
    .replace(/\b(sk|key|pk)-[\w*.…-]{4,}/gi, "[key]")
    .replace(/\bBearer\s+\S+/gi, "Bearer [key]")
    .replace(/\s+/g, " ")
    .trim();
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean;
}
