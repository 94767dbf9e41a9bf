import { css, html, LitElement, type TemplateResult } from "lit";
import { icon } from "../styles/icons.js";
import { shared } from "../styles/shared.js";

const COMMAND = "npm install ag-ui-lit";

/** The command that installs the package: a button that copies it. */
export class InstallLine extends LitElement {
  static override styles = [
    shared,
    css`
      code {
        font: 500 var(--small) / 1.4 var(--mono);
      }
    `,
  ];
  static override properties = { said: { state: true } };

  /** The outcome of the last press. */
  declare said: string;

  constructor() {
    super();
    this.said = "";
  }

  override render(): TemplateResult {
    return html`<button class="button" type="button" data-testid="copy-install" title="Copy the command" @click=${this.#copy}>
        <code data-testid="install">${COMMAND}</code> ${icon(this.said === "Copied" ? "check" : "copy", 14)}
      </button>
      <span class="visually-hidden" role="status">${this.said}</span>`;
  }

  async #copy(): Promise<void> {
    const copied = navigator.clipboard.writeText(COMMAND);
    this.said = await copied.then(
      () => "Copied",
      () => "The browser does not allow copying",
    );
  }
}

customElements.define("install-line", InstallLine);
