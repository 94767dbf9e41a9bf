import { html, nothing, type TemplateResult } from "lit";
import type { ComposerStrings } from "../../texts/chat/composer-strings.js";
import type { Suggestion } from "./types.js";

/** The list of suggestions; nothing without any. */
export function suggestionList(
  suggestions: readonly Suggestion[],
  texts: ComposerStrings,
  choose: (suggestion: Suggestion) => void,
): TemplateResult | typeof nothing {
  if (suggestions.length === 0) return nothing;
  return html`<ul class="suggestions" part="suggestions" role="list" aria-label=${texts.composerSuggestions}>
    ${suggestions.map(
      (suggestion) => html`<li>
        <button part="suggestion" type="button" dir="auto" @click=${() => choose(suggestion)}>${suggestion.label}</button>
      </li>`,
    )}
  </ul>`;
}
