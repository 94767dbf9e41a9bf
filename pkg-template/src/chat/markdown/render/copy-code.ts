import type { MarkdownStrings } from "../../../texts/chat/markdown-strings.js";

/** How long it is said that the code was copied, in milliseconds. */
const SAID = 4_000;

/** Copies code where the browser allows it; else the code is selected, so that a person can copy it. */
export async function copyCode(
  event: Event,
  code: string,
  strings: MarkdownStrings,
): Promise<void> {
  const button = event.currentTarget;
  if (!(button instanceof Element)) return;
  const block = button.closest(".code-block");
  const status = block?.querySelector(".copy-status");
  const shown = block?.querySelector("pre");
  if (!status || !shown) return;
  const isCopied = await writes(code);
  if (!isCopied) getSelection()?.setBaseAndExtent(shown, 0, shown, shown.childNodes.length);
  const text = isCopied ? strings.markdownCopied : strings.markdownSelected;
  status.textContent = text;
  setTimeout(() => {
    if (status.textContent === text) status.textContent = "";
  }, SAID);
}

/** Returns true if the clipboard has the text. A page without permission, or without a secure context, has no clipboard. */
async function writes(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
