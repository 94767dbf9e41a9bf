import type { CardStrings } from "./strings.js";

/** The texts of the card of a tool call, in German. */
export const german: CardStrings = {
  cancel: "Abbrechen",
  tryNow: "Jetzt versuchen",
  status: {
    writing: "Wird geschrieben",
    waiting: "Wartet",
    approval: "Braucht Ihre Erlaubnis",
    asking: "Wartet auf Ihre Antwort",
    running: "Läuft",
    retrying: "Wird erneut versucht",
    open: "Nicht beantwortet",
    succeeded: "Fertig",
    failed: "Fehlgeschlagen",
    declined: "Abgelehnt",
    cancelled: "Abgebrochen",
  },
  invalid: "Diese Argumente werden abgewiesen",
  arguments: "Argumente",
  noArguments: "keine",
  argumentText: "Text der Argumente",
  result: "Ergebnis",
  error: "Fehler",
  lateResult: (attempt) =>
    `Spätes Ergebnis von Versuch ${attempt}, das der Agent nicht mehr bekommt`,
  attempt: (attempt, most) => `Versuch ${attempt} von ${most}`,
  nextAttempt: (attempt, most, seconds) =>
    seconds > 0
      ? `Versuch ${attempt} von ${most} in ${seconds} s`
      : `Versuch ${attempt} von ${most}`,
  progress: "Fortschritt",
  percent: (fraction) => `${Math.round(fraction * 100)} %`,
  hidden: "verborgen",
  show: (name) => `${name} zeigen`,
  hide: (name) => `${name} verbergen`,
  showAll: (characters) => `Alle ${characters.toLocaleString("de")} Zeichen zeigen`,
  showLess: "Weniger zeigen",
  notShown: (characters) =>
    `${characters.toLocaleString("de")} weitere Zeichen werden nicht gezeigt`,
  moreRows: "Weiteres wird nicht gezeigt",
  value: "Wert",
  refused: "Ihre Antwort wurde abgewiesen",
  activity: "Vorgang",
};
