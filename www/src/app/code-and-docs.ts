import { html, type TemplateResult } from "lit";
import { until } from "lit/directives/until.js";
import type { Scene } from "./scenes.js";
import { sourceView } from "./source-code.js";

const MARKUP = `<ag-ui-agent id="agent" url="/agent"></ag-ui-agent>
<ag-ui-chat for="agent"></ag-ui-chat>`;

/** The source of a scene, as it runs. */
export function codeView({ id, label }: Scene): TemplateResult {
  const shown = import("./sources.js").then(({ sources }) => sources[id].map(sourceView));
  return html`<div class="column">
    <h2>The code of “${label}”</h2>
    <p>These lines run in this scene; they are read from its files.</p>
    <install-line></install-line>
    ${until(shown, html`<p>Loading…</p>`)}
    <p>The agent and the chat in the page:</p>
    ${sourceView({ file: "index.html", text: MARKUP })}
  </div>`;
}

/** The guides of a scene: pages of this site. */
export function docsView({ guides }: Scene): TemplateResult {
  const [first] = guides;
  return html`<div class="docs">
    <ul aria-label="Guides">${guides.map(
      ([file, title]) => html`<li><a href="guides/${file}.html" target="guide">${title}</a></li>`,
    )}</ul>
    <iframe name="guide" title="Guide" src="guides/${first?.[0] ?? "README"}.html" data-testid="guide"></iframe>
  </div>`;
}
