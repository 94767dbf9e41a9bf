import { fullTime, relativeTime } from "./relative-time.js";
import type { ThreadsStrings } from "./strings.js";

const number = (value: number): string => value.toLocaleString("de");
const conversations = (count: number): string =>
  count === 1 ? "1 Gespräch" : `${number(count)} Gespräche`;

const unreadable: Readonly<Record<string, string>> = {
  file_too_large: "Nichts wurde importiert: Die Datei ist zu groß.",
  file_unreadable: "Nichts wurde importiert: Die Datei ist kein Export von Gesprächen.",
};

/** The texts of the list of threads, in German. */
export const german: ThreadsStrings = {
  threads: "Gespräche",
  newThread: "Neues Gespräch",
  search: "Gespräche durchsuchen",
  untitled: "Gespräch ohne Titel",
  running: "Läuft",
  unread: (count) => `${number(count)} ungelesen`,
  time: (at, now) => relativeTime(at, now, "de"),
  fullTime: (at) => fullTime(at, "de"),
  keys: "Pfeile nach oben und unten bewegen, Enter öffnet, F2 benennt um, Entf löscht.",
  rename: (title) => `„${title}“ umbenennen`,
  titleField: "Titel",
  remove: (title) => `„${title}“ löschen`,
  removeQuestion: (title) => `„${title}“ endgültig löschen?`,
  removeConfirm: "Löschen",
  removeKeep: "Behalten",
  more: "Exportieren und importieren",
  exportAll: "Alle exportieren",
  importFile: "Datei importieren",
  loading: "Wird geladen …",
  none: "Noch keine Gespräche.",
  found: (count, isDone) => {
    if (count === 0) return isDone ? "Nichts gefunden." : "Wird gesucht …";
    return isDone ? `${conversations(count)} gefunden` : `Bisher ${conversations(count)} gefunden`;
  },
  dismiss: "Schließen",
  tryAgain: "Noch einmal",

  renamed: (title) => `In „${title}“ umbenannt.`,
  removed: (title) => `„${title}“ wurde gelöscht.`,
  exported: (count, missing) =>
    `${conversations(count)} exportiert.${missing > 0 ? ` ${number(missing)} konnten nicht gelesen werden.` : ""}`,
  imported: (count, refused, withoutInstructions) =>
    [
      `${conversations(count)} importiert.`,
      refused > 0 ? `${number(refused)} abgelehnt.` : "",
      withoutInstructions > 0
        ? `${number(withoutInstructions)} ohne ihre Anweisungen für den Agenten.`
        : "",
    ]
      .filter(Boolean)
      .join(" "),
  removeRunning: (title) => `„${title}“ läuft. Halten Sie es zuerst dort an, wo es läuft.`,
  failedRemove: (title) => `„${title}“ konnte nicht gelöscht werden.`,
  failedRename: (title) => `„${title}“ konnte nicht umbenannt werden.`,
  failedOpen: (title) => `„${title}“ konnte nicht geöffnet werden.`,
  failedCreate: "Ein neues Gespräch konnte nicht begonnen werden.",
  failedExport: "Die Gespräche konnten nicht exportiert werden.",
  failedImport: (code) => {
    const known =
      code !== undefined && Object.hasOwn(unreadable, code) ? unreadable[code] : undefined;
    return known ?? "Die Datei konnte nicht importiert werden.";
  },
  failedRead: "Die Gespräche können nicht gelesen werden.",
};
