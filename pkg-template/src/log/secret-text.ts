/** The mark in place of a removed secret. */
export const REDACTED = "[redacted]";

/**
 * A pattern; its first group stays, and the rest of the match is removed. Each reads a text once: none backtracks
 * further than a bound.
 */
interface Rule {
  readonly pattern: RegExp;
  /** Returns true if a match is a secret. */
  readonly isSecret?: (found: string) => boolean;
}

/** Secrets that are known by how they look. */
const rules: readonly Rule[] = [
  // A private key, also one that was cut off.
  {
    pattern:
      /()-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  // RFC 6750 and RFC 7617.
  { pattern: /(\b(?:bearer|basic)(?:[ \t]+|%20|\+))[\w.~+/-]{8,}=*/gi },
  // A JSON Web Token: its first part begins with {" in base64url.
  // That a dot ends the word is looked up first, once for each word: a long one may begin like that many times.
  {
    pattern: /(?<![\w-])(?=[\w-]+\.[\w-])([\w-]*?(?:\b|_))eyJ[\w-]{4,}\.[\w-]+(?:\.[\w-]*){0,3}/g,
  },
  // OpenAI, Anthropic, Stripe and others that do as they do.
  { pattern: /()\b(?:sk|rk|pk|whsec)[-_][\w-]{12,}/g },
  // AWS, Google, GitHub, GitLab, Slack, npm, Hugging Face, Duffel.
  { pattern: /()\b(?:A3T[A-Z0-9]|ABIA|ACCA|AIDA|AKIA|AROA|ASIA)[A-Z0-9]{16}\b/g },
  { pattern: /()\bAIza[\w-]{30,}/g },
  { pattern: /()\bya29\.[\w.-]{10,}/g },
  { pattern: /()\bGOCSPX-[\w-]{20,}/g },
  { pattern: /()\b1\/\/0[\w-]{20,}/g },
  { pattern: /()\b(?:gh[opsur]|github_pat)_\w{20,}/g },
  { pattern: /()\bgl(?:pat|dt|rt|ptt|cbt|soat)-[\w-]{16,}/g },
  { pattern: /()\bxox[a-z]-[\w-]{10,}/g },
  { pattern: /()\bxapp-\d-[\w-]{10,}/g },
  { pattern: /()\b(?:npm|hf)_[A-Za-z0-9]{20,}/g },
  { pattern: /()\bduffel_(?:test|live)_[\w-]{10,}/g },
  // SendGrid, Shopify, Square, DigitalOcean, Databricks, PyPI, Vault, Groq, xAI, Perplexity, Replicate, Linear, Notion,
  // Mailgun.
  { pattern: /()\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { pattern: /()\bshp(?:at|ca|pa|ss)_[0-9a-f]{32}/gi },
  { pattern: /()\bsq0[a-z]{3}-[\w-]{20,}/g },
  { pattern: /()\bdo[opr]_v1_[0-9a-f]{32,}/g },
  { pattern: /()\bdapi[0-9a-f]{32}/g },
  { pattern: /()\bpypi-[\w-]{20,}/g },
  { pattern: /()\bhv[bs]\.[\w-]{20,}/g },
  { pattern: /()\b(?:gsk|r8|lin_api|ntn)_[A-Za-z0-9]{20,}/g },
  { pattern: /()\b(?:xai|pplx)-[A-Za-z0-9]{20,}/g },
  { pattern: /()\bkey-[0-9a-f]{32}\b/g },
  // Twilio, Telegram's bots, Discord's, applications of Entra ID.
  { pattern: /()\bSK[0-9a-f]{32}\b/g },
  { pattern: /()(?<!\d)\d{8,10}:[\w-]{35}(?![\w-])/g },
  { pattern: /()\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g },
  { pattern: /()(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}/g },
  // Addresses that allow posts to anyone who knows them: Slack, Discord, Teams, Google Chat, Zapier, IFTTT, and others
  // like Slack.
  { pattern: /(\bhooks\.slack(?:-gov)?\.com\/)[\w/-]+/gi },
  { pattern: /(\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/)[\w/-]+/gi },
  { pattern: /(\b(?:webhook|outlook)\.office(?:365)?\.com\/webhook\w{0,4}\/)[\w/@-]+/gi },
  { pattern: /(\bchat\.googleapis\.com\/v1\/spaces\/)[^\s"'<>]+/gi },
  { pattern: /(\bhooks\.zapier\.com\/hooks\/)[\w/-]+/gi },
  { pattern: /(\bmaker\.ifttt\.com\/)[\w/-]+/gi },
  { pattern: /(\bapi\.telegram\.org\/(?:file\/)?bot)[\w:-]+/gi },
  { pattern: /(\/(?:hooks|webhooks?)\/)(?=[\w/-]{0,200}\d)[\w-]{16,200}/gi },
  // The user in an address, or before the name of a host.
  { pattern: /(\/\/)[^\s/@:]{0,200}:[^\s/]{1,200}(?=@)/g },
  { pattern: /(\/\/)(?=[^\s/@:]{0,200}\d)[^\s/@:]{20,200}(?=@)/g },
  {
    pattern: /()(?<![\w.%+:/@=-])[\w.%+-]{1,64}:[^\s/@:"'<>,;]{1,128}(?=@[\w-]{1,63}[.:/])/g,
    isSecret: (found) =>
      !/^(?:[\w-]*mail|mailto|sips?|xmpp|acct|[b]?cc|to|from|by|user|name|id|contact|sender|recipient|reply-to|owner|author|customer|client|address|account|https?|git|ssh)$/i.test(
        found.slice(0, found.indexOf(":")),
      ),
  },
  // Arguments of a command.
  { pattern: /((?<![\w-])(?:-u|--user|--proxy-user)[ =]["']?[^\s:"'=]{1,100}:)[^\s"']+/g },
  {
    pattern: /((?<![\w-])-(?:p|P|pw)[ \t]+["']?)[^\s"'|;&]+/g,
    isSecret: (found) => !/^\S+\s+["']?(?:-|\d{1,5}(?:$|[:-])|[.~/]|\S*[/\\])/.test(found),
  },
  { pattern: /(\b(?:mysql|mariadb|mongo)\w{0,8}\b[^\n|;&]{0,200}?\s-p)(?!\s)[^\s"'|;&]+/g },
  // Credentials of a query under names that have other meanings elsewhere: a word has no digit.
  {
    pattern:
      /((?:[?&;]|%3f|%26)(?:key|sig|code)(?:=|%3d))(?=[^\s&#"'<>]{0,200}\d)[^\s&#"'<>]{8,}/gi,
  },
  // Digits as they stand on a card, with its check digit.
  { pattern: /()(?<![\d.-])\d(?:[ -]?\d){11,18}(?![\d-])/g, isSecret: isCard },
];

/** An address of electronic mail. */
export const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** Receives each secret that was removed. */
export type Taken = (secret: string) => void;

/** A text without the secrets that can be known by how they look. */
export function withoutSecrets(text: string, taken: Taken = () => {}): string {
  return rules.reduce(
    (rest, { pattern, isSecret = () => true }) =>
      rest.replace(pattern, (found: string, kept: string) => {
        if (!isSecret(found)) return found;
        const secret = found.slice(kept.length);
        if (secret === REDACTED) return found;
        taken(secret);
        // User and password.
        if (/^[^\s:]{0,200}:[^\s:]{3,}$/.test(secret)) taken(secret.slice(secret.indexOf(":") + 1));
        return kept + REDACTED;
      }),
    text,
  );
}

/**
 * Returns true if digits are a card's: of an issuer, and valid by Luhn's sum (ISO/IEC 7812), unlike a time in
 * milliseconds.
 */
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
