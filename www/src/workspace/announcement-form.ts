import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createRef, ref } from "lit/directives/ref.js";
import { sectionStyles } from "../styles/section.styles.js";
import { shared } from "../styles/shared.js";
import { announcementStyles } from "./announcement-form.styles.js";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** What was published last. */
interface Announcement {
  readonly title: string;
  readonly day: string;
  readonly places: string;
}

/** A small form of the page's own. The agent looks at it and fills it in as a visitor does. */
export class AnnouncementForm extends LitElement {
  static override styles = [shared, sectionStyles, announcementStyles];
  static override properties = { published: { state: true } };

  declare published: Announcement | undefined;
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
      <form data-testid="announcement" autocomplete="off" @submit=${this.#publish} @input=${this.#edited}>
        <label class="wide">Title <input name="title" required maxlength="80" /></label>
        <label>Day <select name="day" required>
          <option value="">Choose a day</option>
          ${DAYS.map((day) => html`<option>${day}</option>`)}
        </select></label>
        <label>Places <input name="places" type="number" required min="1" max="200" inputmode="numeric" /></label>
        <label class="wide">Door code <input name="code" type="password" value="2718" autocomplete="new-password" aria-describedby="hint" /></label>
        <p id="hint">A password: the agent never sees it.</p>
        <button class="button">Publish</button>
      </form>
      <p class="published" role="status" data-testid="published">${this.published ? this.#words(this.published) : nothing}</p>
    </section>`;
  }

  override updated(changed: PropertyValues): void {
    if (!changed.has("published") || !this.published) return;
    this.renderRoot.querySelector(".published")?.scrollIntoView({ block: "nearest" });
  }

  #words({ title, day, places }: Announcement): string {
    return `Published: ${title}, on ${day}, ${places} places.`;
  }

  #publish(event: SubmitEvent): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(data.get(name) ?? "");
    this.published = { title: text("title"), day: text("day"), places: text("places") };
  }

  /** What is published no longer says what the form does. */
  #edited(): void {
    this.published = undefined;
  }
}

customElements.define("announcement-form", AnnouncementForm);
