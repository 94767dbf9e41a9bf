import { html, type TemplateResult } from "lit";
import type { ThreadsStrings } from "../../texts/threads/strings.js";
import { icon } from "./icons.js";

/** The requests of the upper edge. */
export interface HeadRequests {
  /** The text that is searched for. */
  readonly search: string;
  searched(text: string): void;
  /** The person goes from the search field to the list. */
  entered(): void;
  create(): void;
  exportAll(): void;
  importFile(file: File): void;
}

/** The upper edge: the button for a new thread, the menu, the search field. */
export function headView(strings: ThreadsStrings, requests: HeadRequests): TemplateResult {
  return html`<div class="head" part="head">
    <div class="buttons">
      <button class="button new" part="button new-button" type="button" @click=${() => requests.create()}>
        ${icon("new")}<span>${strings.newThread}</span>
      </button>
      ${menuView(strings, requests)}
    </div>
    <input
      class="search"
      part="search"
      type="search"
      autocomplete="off"
      spellcheck="false"
      maxlength="200"
      aria-label=${strings.search}
      placeholder=${strings.search}
      .value=${requests.search}
      @input=${(event: Event) => requests.searched((event.currentTarget as HTMLInputElement).value)}
      @keydown=${(event: KeyboardEvent) => pressedInSearch(event, requests)}
    />
  </div>`;
}

function pressedInSearch(event: KeyboardEvent, requests: HeadRequests): void {
  if (event.isComposing) return;
  if (event.key === "ArrowDown") {
    event.preventDefault();
    requests.entered();
  }
  if (event.key !== "Escape" || requests.search === "") return;
  // The first Escape empties the field, and does not also close what the list stands in.
  event.preventDefault();
  requests.searched("");
}

function menuView(strings: ThreadsStrings, requests: HeadRequests): TemplateResult {
  const closeMenu = (event: Event): void => {
    const menu = (event.currentTarget as Element).closest("details");
    if (menu) menu.open = false;
  };
  const left = (event: FocusEvent): void => {
    const menu = event.currentTarget as HTMLDetailsElement;
    if (!menu.contains(event.relatedTarget as Node | null)) menu.open = false;
  };
  const pressed = (event: KeyboardEvent): void => {
    const menu = event.currentTarget as HTMLDetailsElement;
    if (event.key !== "Escape" || !menu.open) return;
    event.preventDefault();
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };
  const choose = (event: Event): void => {
    closeMenu(event);
    const menu = (event.currentTarget as Element).closest("details");
    menu?.parentElement?.querySelector<HTMLInputElement>("input[type=file]")?.click();
  };
  const chosen = (event: Event): void => {
    const field = event.currentTarget as HTMLInputElement;
    const [file] = field.files ?? [];
    // The same file may be chosen again.
    field.value = "";
    if (file) requests.importFile(file);
  };
  return html`<details class="menu" part="menu" @focusout=${left} @keydown=${pressed}>
      <summary part="menu-button" aria-label=${strings.more} title=${strings.more}>${icon("more")}</summary>
      <div class="items" part="menu-items">
        <button part="menu-item" type="button" @click=${(event: Event) => {
          closeMenu(event);
          requests.exportAll();
        }}>${strings.exportAll}</button>
        <button part="menu-item" type="button" @click=${choose}>${strings.importFile}</button>
      </div>
    </details>
    <input type="file" accept=".json,application/json" hidden aria-hidden="true" tabindex="-1" @change=${chosen} />`;
}
