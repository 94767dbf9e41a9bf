/** Letters of scripts that are written from right to left. */
const FROM_RIGHT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Samaritan}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** The first letter decides, if it is among so many characters. */
const NEAR = 1_000;

/**
 * The direction of a text, by its first letter, as `dir="auto"` has it. The browser would look for that letter again whenever
 * something is added, which takes seconds for a long paragraph or list.
 */
export function directionOf(source: string): "ltr" | "rtl" {
  const letter = /\p{L}/u.exec(source.slice(0, NEAR).replace(/\[[xX]\]/g, ""))?.[0] ?? "";
  return FROM_RIGHT.test(letter) ? "rtl" : "ltr";
}
