import type { ApprovalStrings } from "./strings.js";

const number = (value: number): string => value.toLocaleString("de");
const count = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** The texts of questions to a person, in German. */
export const german: ApprovalStrings = {
  approve: "Erlauben",
  approveEdited: "Mit Änderungen erlauben",
  decline: "Ablehnen",
  edit: "Bearbeiten",
  discardEdits: "Änderungen verwerfen",
  question: (subject, hasTitle) =>
    hasTitle ? `${subject}?` : `Darf der Agent ${subject} ausführen?`,
  announcement: (question) => `Der Agent wartet auf Ihre Entscheidung: ${question}`,
  tool: "Werkzeug",
  askedBy: (name) => `Angefragt vom Agenten ${name}.`,
  dangerous: "Lässt sich vielleicht nicht rückgängig machen",
  mayHaveRun:
    "Vielleicht schon geschehen: Die Seite wurde geschlossen, bevor das Ergebnis feststand",
  previewPending: "Es wird ermittelt, was sich ändern würde …",
  change: (size) =>
    size === "" ? "Diese Datei würde geändert." : `Diese Datei würde geändert: ${size}.`,
  arguments: (all) => (all === 0 ? "Argumente" : count(all, "Argument", "Argumente")),
  argumentsNone: "Keine Argumente.",
  argumentsPrepared: "Vom Server vorbereitet",
  argumentsAsked: "Vom Agenten angefragt",
  argumentsAll: (length) => `${number(length)} Zeichen: in voller Höhe zeigen`,
  argumentsMore: (more) => `${number(more)} weitere`,
  argumentsEmpty: "leer",
  argumentsSecret: "Verborgen, weil vertraulich. Zeigen",
  reason: "Grund angeben",
  reasonLabel: "Grund, falls Sie ablehnen",
  failed: (message) => `Ihre Antwort wurde nicht angenommen: ${message}`,
  approved: "Erlaubt",
  declined: "Abgelehnt",
  withdrawn: "Zurückgezogen",
  diffLabel: (path) => `Änderung von ${path}`,
  diffAdded: "Hinzugefügt:",
  diffRemoved: "Entfernt:",
  diffUnchanged: "Unveränderte Zeilen sind ausgelassen",
  diffNoLineEnd: "Die Zeile darüber beendet die Datei ohne Zeilenende.",
  diffSize: (added, removed) =>
    [
      ...(added > 0 ? [`${count(added, "Zeile", "Zeilen")} hinzugefügt`] : []),
      ...(removed > 0 ? [`${count(removed, "Zeile", "Zeilen")} entfernt`] : []),
    ].join(", "),
  diffSideBySide: "Nebeneinander",
  diffBefore: "Vorher",
  diffAfter: "Nachher",
  interruptQuestion: "Der Agent braucht Ihre Antwort",
  interruptReason: "Anlass",
  interruptConfirm: "Bestätigen",
  interruptCancel: "Abbrechen",
  interruptChange: "Antwort ändern",
  interruptConfirmed: "Bestätigt",
  interruptCancelled: "Abgebrochen",
  interruptProgress: (answered, all) => `${number(answered)} von ${number(all)} beantwortet`,
  interruptSent: "Ihre Antwort wurde gesendet.",
  interruptExpiresIn: (seconds) => `Läuft ab in ${duration(seconds)}`,
  interruptExpired: "Abgelaufen: Sie können nur noch abbrechen.",
  formOptional: "freiwillig",
  formChoose: "Bitte wählen …",
  formNone: "Keine Angabe",
  formAdd: (list) => (list === "" ? "Eintrag hinzufügen" : `Eintrag zu „${list}“ hinzufügen`),
  formRemove: (item) => `Eintrag ${number(item)} entfernen`,
  formMoveUp: (item) => `Eintrag ${number(item)} nach oben verschieben`,
  formMoveDown: (item) => `Eintrag ${number(item)} nach unten verschieben`,
  formItem: (item) => `Eintrag ${number(item)}`,
  formItemAdded: (item) => `Eintrag ${number(item)} wurde hinzugefügt.`,
  formItemRemoved: (item) => `Eintrag ${number(item)} wurde entfernt.`,
  formItemMoved: (item) => `Das ist jetzt Eintrag ${number(item)}.`,
  formValue: "Antwort",
  formJson: "Als JSON",
  formZone: (zone) => `Zeitzone: ${zone === "Z" ? "UTC" : `UTC${zone}`}`,
  formHidden: (shown) => `Enthält verborgene Zeichen: ${shown}`,
  formErrors: (errors) => `Bitte berichtigen Sie ${count(errors, "Feld", "Felder")}`,
  errorRequired: "Bitte füllen Sie dieses Feld aus.",
  errorNumber: "Geben Sie eine Zahl ein, etwa 12.5.",
  errorInteger: "Geben Sie eine ganze Zahl ein.",
  errorExact: "Diese Zahl ist zu groß, um genau zu sein.",
  errorJson: "Das ist kein JSON.",
  errorDepth: "Das ist zu tief verschachtelt.",
  errorChoice: "Wählen Sie eine der Möglichkeiten.",
  errorFormat: (format) => formats[format] ?? `Das hat nicht das Format „${format}“.`,
  errorPattern: "Das hat nicht die verlangte Form.",
  errorMinLength: (length) => `Geben Sie mindestens ${number(length)} Zeichen ein.`,
  errorMaxLength: (length) => `Geben Sie höchstens ${number(length)} Zeichen ein.`,
  errorMinimum: (limit) => `Geben Sie ${number(limit)} oder mehr ein.`,
  errorMaximum: (limit) => `Geben Sie ${number(limit)} oder weniger ein.`,
  errorAbove: (limit) => `Geben Sie mehr als ${number(limit)} ein.`,
  errorBelow: (limit) => `Geben Sie weniger als ${number(limit)} ein.`,
  errorMinItems: (least) => `Fügen Sie mindestens ${count(least, "Eintrag", "Einträge")} hinzu.`,
  errorMaxItems: (most) => `Behalten Sie höchstens ${count(most, "Eintrag", "Einträge")}.`,
  errorUnique: "Jeder Eintrag darf nur einmal vorkommen.",
  errorOther: (message) => `Ungültig: ${message}`,
};

const formats: Readonly<Record<string, string>> = {
  email: "Geben Sie eine E-Mail-Adresse ein, etwa ada@example.org.",
  uri: "Geben Sie eine Webadresse ein, etwa https://example.org.",
  date: "Geben Sie ein Datum ein.",
  time: "Geben Sie eine Uhrzeit ein.",
  "date-time": "Geben Sie Datum und Uhrzeit ein.",
};

function duration(seconds: number): string {
  if (seconds >= 86_400) return count(Math.floor(seconds / 86_400), "Tag", "Tagen");
  if (seconds >= 3_600) return count(Math.floor(seconds / 3_600), "Stunde", "Stunden");
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
