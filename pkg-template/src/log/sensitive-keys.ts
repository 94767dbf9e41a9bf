/** Parts of a key that hide its value wherever they stand, in lower case without marks. */
const telling = [
  "password",
  "passwd",
  "passphrase",
  "passcode",
  "secret",
  "token",
  "authorization",
  "accountkey",
  "apikey",
  "authkey",
  "functionskey",
  "masterkey",
  "sharedkey",
  "storagekey",
  "subscriptionkey",
  "accesskey",
  "privatekey",
  "signingkey",
  "encryptionkey",
  "credential",
  "cookie",
  "connectionstring",
  "csrf",
  "mnemonic",
  "recoverycode",
  "seedphrase",
  "sessid",
  "sessionid",
  "xsrf",
  "cardnumber",
  "securitycode",
  "socialsecurity",
];

/** Whole keys that hide their value: within longer keys they mean something else. */
const exact = new Set([
  "auth",
  "bearer",
  "cvc",
  "cvv",
  "iban",
  "jwt",
  "otp",
  "pass",
  "pin",
  "pwd",
  "sas",
  "sid",
  "signature",
  "ssn",
  "totp",
]);

/** Words of a key that hide its value: `userPwd`, `cvv2`, `ssn_of_payer`. */
const words = new Set(["cvc", "cvv", "iban", "jwt", "otp", "pwd", "ssn", "totp"]);

/** A key's letters and digits: `API-Key`, `api_key` and `apiKey` are one. */
export function plainKey(key: string): string {
  return key
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Returns true if the value of this key is hidden, with all its content. */
export function isSensitive(key: string): boolean {
  const plain = plainKey(key);
  return (
    exact.has(plain) ||
    telling.some((word) => plain.includes(word)) ||
    plain.endsWith("signature") ||
    wordsOf(key).some((word) => words.has(word.toLowerCase()))
  );
}

function wordsOf(key: string): string[] {
  return key.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u);
}
