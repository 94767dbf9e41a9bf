import { css, html, LitElement, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A small form of the page's own. The agent looks at it and fills it in as a visitor does. */
export class AnnouncementForm extends LitElement {
  static override styles = [
    shared,
    sectionStyles,
    css`
      form {
        display: grid;
        grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
        gap: 0.625rem 0.75rem;
        align-items: end;
      }

      .wide {
        grid-column: 1 / -1;
      }

      label {
        color: var(--muted);
        font-size: var(--small);
      }

      input,
      select {
        inline-size: 100%;
        min-block-size: 2.75rem;
        padding-inline: 0.625rem;
        border: 1px solid var(--line-strong);
        border-radius: 8px;
        background: var(--raised);
        color: var(--ink);
        /* Smaller text makes iOS zoom in on focus. */
        font: 400 16px var(--sans);
      }

      .published {
        margin: 0;
        color: var(--good);
        font-size: var(--small);
      }
    `,
  ];
  static override properties = { published: { state: true } };

  /** The last announcement, in words; nothing once the form has changed. */
  declare published: string | undefined;
  readonly #area = createRef<HTMLElement>();

  /** The part of the page that the agent may see and act in. */
  get area(): HTMLElement {
    const area = this.#area.value;
    if (!area) throw new Error("The form has not been drawn yet.");
    return area;
  }

  override render(): TemplateResult {
    return html`<section aria-labelledby="title" ${ref(this.#area)}>
      <header><h2 id="title">Announcement</h2></header>
      <form data-testid="announcement" autocomplete="off" @submit=${this.#publish} @input=${() => Object.assign(this, { published: undefined })}>
        <label class="wide">Title <input name="title" required maxlength="80" /></label>
        <label>Day <select name="day" required>
          <option value="">Choose a day</option>
          ${DAYS.map((day) => html`<option>${day}</option>`)}
        </select></label>
        <label>Places <input name="places" type="number" required min="1" max="200" inputmode="numeric" /></label>
        <label class="wide">Door code <input name="code" type="password" value="2718" autocomplete="new-password" aria-describedby="hint" /></label>
        <p id="hint" class="empty">A password: the agent never sees it.</p>
        <button class="button">Publish</button>
      </form>
      <p class="published" role="status" data-testid="published">${this.published}</p>
    </section>`;
  }

  override updated(): void {
    if (this.published)
      this.renderRoot.querySelector(".published")?.scrollIntoView({ block: "nearest" });
  }

  #publish(event: SubmitEvent): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(data.get(name) ?? "");
    this.published = `Published: ${text("title")}, on ${text("day")}, ${text("places")} places.`;
  }
}

customElements.define("announcement-form", AnnouncementForm);
