/** Words in names, ids and labels of fields that indicate their content. */

/** Words of values that are kept from agents, regardless of options. */
const passwords = [
  "password|passwd|passcode|passphrase|pass word|pass code|pass phrase|pwd|mot de passe|parola|heslo|hasło|senha",
  "pin|pin code|pin number|secret|secrets|token|api key|apikey|private key|secret key|access key|encryption key",
  "seed phrase|recovery phrase|recovery code|recovery key|backup code|mnemonic|security answer|secret answer",
];

/** The same in the middle of a word, and in languages that write none apart. */
const withinWords =
  /passwor[dt]|passwd|passphrase|passcode|kennwort|contraseña|contrasena|wachtwoord|lösenord|adgangskode|salasana|пароль|密码|密碼|パスワード|비밀번호/iu;

/** Only in names that programs read: a boarding pass has a label, too. */
const inNames = ["pass|pw|psw|pswd|passw"];

/** Words of card numbers, one-time codes, and official numbers of a person: read only if the page allows it. */
const sensitive = [
  "cvv|cvc|csc|security code|card verification|card code|card number|cardnumber|card no|card num|credit card|debit card",
  "creditcard|ccnumber|ccnum|cc number|cc num|kartennummer|kartenprüfnummer|otp|totp|mfa|2fa|tan|one time|onetime|onetimecode",
  "verification code|verify code|authentication code|authenticator|authenticator code|auth code|sms code|login code",
  "digit code|kreditkarte|kreditkartennummer|einmalcode|bestätigungscode|ssn|social security|sozialversicherungsnummer|tax id|iban",
];

const [isPassword, isShortPassword, isSensitive] = [passwords, inNames, sensitive].map(anyOf);

/** Returns true if visible words, such as a label's, are those of a password or another secret. */
export function namesPassword(text: string): boolean {
  return withinWords.test(text.slice(0, mostOfWords)) || isPassword?.(text) === true;
}

/** The same for names that programs read, such as an id. */
export function identifiesPassword(text: string): boolean {
  return namesPassword(text) || isShortPassword?.(text) === true;
}

/** Returns true if words are those of a card's number, a one-time code, or the like. */
export function namesSensitive(text: string): boolean {
  return isSensitive?.(text) === true;
}

/** The maximum length that is read of a label, in UTF-16 units. */
const mostOfWords = 500;

function anyOf(lists: readonly string[]): (text: string) => boolean {
  const known = new RegExp(` (?:${lists.join("|")}) `, "iu");
  return (text) => known.test(` ${wordsOf(text.slice(0, mostOfWords))} `);
}

/** `newPassword2`, `new_password-2` and `New password (2)` are the same words. */
function wordsOf(text: string): string {
  return text
    .normalize("NFC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/(\p{L})\d{1,9}(?= |$)/gu, "$1")
    .trim();
}
