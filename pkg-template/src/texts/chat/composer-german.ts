import { byteSize } from "./byte-size.js";
import type { ComposerStrings } from "./composer-strings.js";

const size = (bytes: number): string => byteSize(bytes, "de");
const number = (count: number): string => count.toLocaleString("de");
const files = (count: number): string => (count === 1 ? "1 Datei" : `${number(count)} Dateien`);

/** The texts of the composer, in German. */
export const german: ComposerStrings = {
  composerLabel: "Nachricht",
  composerPlaceholder: "Nachricht schreiben",
  composerKeys:
    "Enter sendet, Umschalt und Enter beginnt eine neue Zeile, Pfeil nach oben am Anfang holt frühere Nachrichten, Escape hält den Agenten an.",
  composerSend: "Senden",
  composerAttach: "Dateien anhängen",
  composerFiles: "Angehängte Dateien",
  composerRemove: (name) => `${name} entfernen`,
  composerRetry: (name) => `${name} noch einmal versuchen`,
  composerRetryShort: "Noch einmal",
  composerSize: size,
  composerUploading: (name) => `${name} wird hochgeladen`,
  composerFileCount: (count) =>
    count === 0 ? "Keine Dateien angehängt" : `${files(count)} angehängt`,
  composerDrop: "Dateien hier ablegen",
  composerDismiss: "Schließen",
  composerSuggestions: "Vorschläge",

  composerRefusedType: (name) =>
    `${name} wurde nicht angehängt: Dateien dieser Art können nicht gesendet werden.`,
  composerRefusedEmpty: (name) => `${name} wurde nicht angehängt: Die Datei ist leer.`,
  composerRefusedFolder: (name) => `${name} wurde nicht angehängt: Es ist ein Ordner.`,
  composerRefusedSize: (name, bytes, limit) =>
    `${name} wurde nicht angehängt: Die Datei hat ${size(bytes)}, erlaubt sind ${size(limit)}.`,
  composerRefusedTotal: (name, limit) =>
    `${name} wurde nicht angehängt: Zusammen dürfen die Dateien ${size(limit)} haben.`,
  composerRefusedMore: (count) =>
    count === 1
      ? "1 weitere Datei konnte nicht angehängt werden."
      : `${number(count)} weitere Dateien konnten nicht angehängt werden.`,
  composerRefusedCount: (limit, count) =>
    `Eine Nachricht darf ${files(limit)} haben: ${number(count)} weitere ${count === 1 ? "wurde" : "wurden"} nicht angehängt.`,
  composerRefusedAll: "Hier können keine Dateien angehängt werden.",

  composerFailedType: "Der Inhalt ist nicht von der Art, die der Name angibt.",
  composerFailedUnreadable: "Die Datei kann nicht gelesen werden.",
  composerFailedStopped: "Das Hochladen wurde angehalten.",
  composerFailedUpload: (message) => `Nicht hochgeladen: ${message}`,
  composerFailed: (name, reason) => `${name}: ${reason}`,

  composerEmpty: "Schreiben Sie zuerst eine Nachricht.",
  composerTooLong: (length, limit) =>
    `Die Nachricht hat ${number(length)} Zeichen; höchstens ${number(limit)} können gesendet werden.`,
  composerRunning:
    "Der Agent antwortet noch. Halten Sie ihn an, oder senden Sie die Nachricht, wenn er fertig ist.",
  composerWaiting: (count) =>
    `${files(count)} ${count === 1 ? "wird" : "werden"} noch hochgeladen.`,
  composerUnsent: (count) =>
    `${files(count)} ${count === 1 ? "konnte" : "konnten"} nicht hochgeladen werden. Versuchen Sie es noch einmal, oder entfernen Sie sie.`,
  composerInterrupted: "Der Agent wartet auf Ihre Antwort auf seine Frage.",
  composerNoAgent: "Der Agent ist nicht verfügbar.",
  composerNotSent: (reason) => `Die Nachricht wurde nicht gesendet: ${reason}`,
};
