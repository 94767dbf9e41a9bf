import { german as composer } from "./composer-german.js";
import { german as markdown } from "./markdown-german.js";
import type { ChatStrings } from "./strings.js";

const failures: Readonly<Record<string, string>> = {
  network: "Der Agent ist nicht erreichbar. Bitte prüfen Sie die Verbindung.",
  protocol: "Die Antwort des Agenten war nicht lesbar.",
  backend: "Der Agent hat einen Fehler gemeldet.",
  truncated: "Die Antwort des Agenten brach ab.",
  max_rounds: "Der Agent rief ohne Ende Werkzeuge auf und wurde angehalten.",
  limit: "Der Agent hat mehr gesendet, als diese Seite annimmt.",
  input: "Die Nachricht konnte nicht gesendet werden.",
};

const number = (value: number): string => value.toLocaleString("de");

/** The texts of the chat, in German. */
export const german: ChatStrings = {
  ...composer,
  ...markdown,
  stop: "Anhalten",
  conversation: "Unterhaltung",
  you: "Sie",
  agent: "Agent",
  emptyTitle: "Was kann ich für Sie tun?",
  emptyText: "Stellen Sie eine Frage, oder beschreiben Sie, was erledigt werden soll.",
  noAgent: "Dieser Chat ist mit keinem Agenten verbunden.",
  waiting: "Arbeitet …",
  reasoning: "Denkt nach …",
  reasoned: (seconds) => (seconds === undefined ? "Gedanken" : `${number(seconds)} s nachgedacht`),
  steps: (done, all) => {
    if (done < all) return `Schritt ${done + 1} von ${all}`;
    return all === 1 ? "1 Schritt erledigt" : `${all} Schritte erledigt`;
  },
  stopped: "Sie haben den Agenten angehalten.",
  failed: (code, status) => {
    if (code === "http")
      return `Der Agent hat die Anfrage abgelehnt${status ? ` (HTTP ${status})` : ""}.`;
    const known = Object.hasOwn(failures, code) ? failures[code] : undefined;
    return known ?? "Beim Antworten ist etwas schiefgegangen.";
  },
  failedDetails: "Einzelheiten des Fehlers",
  tryAgain: "Noch einmal versuchen",
  actions: "Aktionen",
  copy: "Kopieren",
  copied: "Kopiert",
  copyFailed: "Der Text konnte nicht kopiert werden.",
  regenerate: "Neu antworten",
  edit: "Bearbeiten",
  goodAnswer: "Gute Antwort",
  badAnswer: "Schlechte Antwort",
  editLabel: "Ihre Nachricht bearbeiten",
  editSend: "Senden",
  editCancel: "Abbrechen",
  cutNote: (messages) =>
    messages === 1
      ? "Das ersetzt die folgende Nachricht."
      : `Das ersetzt die folgenden ${number(messages)} Nachrichten.`,
  cutTools: (names) =>
    `Bereits ausgeführt: ${list(names)}. Die Wirkung bleibt bestehen und kann sich wiederholen.`,
  cutConfirm: "Neu antworten",
  newest: (count) =>
    count === 0
      ? "Zum Ende"
      : count === 1
        ? "1 neue Nachricht"
        : `${number(count)} neue Nachrichten`,
  showAll: "Alles zeigen",
  showLess: "Weniger zeigen",
  usage: ({ input, output, total }) => {
    if (input === undefined || output === undefined)
      return `${number(total ?? input ?? output ?? 0)} Token`;
    return `${number(input)} Token gelesen, ${number(output)} geschrieben`;
  },
  attachment: (kind) =>
    kind === "image" ? "Bild" : kind === "audio" ? "Ton" : kind === "video" ? "Video" : "Dokument",
  openCalls: (names) => `Unterbrochen, bevor ein Ergebnis da war: ${list(names)}.`,
  openCallsRun: "Jetzt ausführen",
  openCallsDecline: "Nicht ausführen",
  saidWorking: "Der Agent arbeitet.",
  saidTool: (name) => `Der Agent verwendet ${name}.`,
  saidApproval: (title) => `Ihre Zustimmung wird gebraucht: ${title}`,
  saidInterrupt: (message) => `Der Agent fragt: ${message ?? "eine Antwort wird gebraucht."}`,
  saidFound: (text) => `Gefunden: ${text}`,
  saidCode: (lines) =>
    lines === 1 ? "Eine Zeile Code." : `Ein Block Code, ${number(lines)} Zeilen.`,
  saidRest: "Die Nachricht ist lang. Der Rest steht in der Unterhaltung.",
  popupTitle: "Chat",
  popupOpen: (unread) =>
    unread === 0 ? "Chat öffnen" : `Chat öffnen, ${number(unread)} ungelesen`,
  popupClose: "Chat schließen",
};

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} und ${names.at(-1)}`;
}
