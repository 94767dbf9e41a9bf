/** What stands for what was taken out. */
export const REDACTED = "[redacted]";

/** A pattern, and what stands in place of what it finds. Each reads a text once: none goes back over what it has read. */
type Rule = readonly [pattern: RegExp, replacement: string | ((found: string) => string)];

/** Secrets that are known by how they look. */
const rules: readonly Rule[] = [
  // A private key, also one that was cut off.
  [
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
    REDACTED,
  ],
  // RFC 6750 and RFC 7617.
  [/\b(bearer|basic)[ \t]+[\w.~+/-]{8,}=*/gi, `$1 ${REDACTED}`],
  // A JSON Web Token: its first part begins with {" in base64url.
  // That a dot ends the word is looked up first, once for each word: a long one may begin like that many times.
  [
    /(?<![\w-])(?=[\w-]+\.[\w-])([\w-]*?(?:\b|_))eyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*){0,3}/g,
    `$1${REDACTED}`,
  ],
  // OpenAI, Anthropic, Stripe and others that do as they do.
  [/\b(?:sk|rk|pk|whsec)[-_][\w-]{12,}/g, REDACTED],
  // AWS, Google, GitHub, GitLab, Slack, npm, Hugging Face, Duffel.
  [/\b(?:AKIA|ASIA|AROA)[A-Z0-9]{16}\b/g, REDACTED],
  [/\bAIza[\w-]{30,}/g, REDACTED],
  [/\bya29\.[\w.-]{10,}/g, REDACTED],
  [/\b(?:gh[opsur]|github_pat)_\w{20,}/g, REDACTED],
  [/\bglpat-[\w-]{16,}/g, REDACTED],
  [/\bxox[a-z]-[\w-]{10,}/g, REDACTED],
  [/\b(?:npm|hf)_[A-Za-z0-9]{20,}/g, REDACTED],
  [/\bduffel_(?:test|live)_[\w-]{10,}/g, REDACTED],
  // Who logs in by an address.
  [/(\/\/)[^\s/@:]{0,200}:[^\s/@]{1,200}@/g, `$1${REDACTED}@`],
  // What a query gives access by under a name that elsewhere means something else: a word has no digit.
  [/([?&](?:key|sig|code)=)(?=[^\s&#"'<>]{0,200}\d)[^\s&#"'<>]{8,}/gi, `$1${REDACTED}`],
  // Digits as they stand on a card, with its check digit.
  [/(?<![\d.-])\d(?:[ -]?\d){11,18}(?![\d-])/g, (found) => (isCard(found) ? REDACTED : found)],
];

/** An address of electronic mail. */
export const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** A text without the secrets that can be known by how they look. */
export function withoutSecrets(text: string): string {
  return rules.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement as string),
    text,
  );
}

/** Whether digits are a card's: of an issuer, and right by Luhn's sum (ISO/IEC 7812). A time in milliseconds is none. */
function isCard(found: string): boolean {
  const digits = found.replace(/\D/g, "");
  if (digits.length < 12 || digits.length > 19 || !/^(?:[2456]|3[04-8])/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const twice = 2 * digit;
    sum += place % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}
