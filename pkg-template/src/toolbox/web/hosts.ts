import type { OptionRule } from "../../options/check-options.js";
import { listOf } from "../../options/rules.js";

/** Hosts that requests may go to, or may not. */
export const hosts: OptionRule = listOf(
  'hosts such as "example.com", "*.example.com" or "http://localhost:8080", without a path',
  isHost,
);

/**
 * As `Pattern` in crates/toolbox/src/web/pattern.rs, which decides: here mistakes are found before a model meets them.
 */
function isHost(text: string): boolean {
  const parts =
    /^(?:https?:\/\/)?(\*|(?:\*\.)?(?:\[[\da-f:.]+\]|[^\s*/?#@:\\%[\]]+))(?::(?:\d+|\*))?\/?$/i.exec(
      text.trim(),
    );
  const host = parts?.[1];
  if (host === undefined) return false;
  if (host === "*") return true;
  try {
    return new URL(`https://${host.replace(/^\*\./, "")}`).hostname !== "";
  } catch {
    return false;
  }
}
