import { css } from "lit";

/** The look of a message's Markdown, on the shared tokens. */
export const markdownStyles = css`
  .markdown {
    overflow-wrap: anywhere;
    line-height: var(--_leading);
  }
  .markdown > :first-child,
  .markdown li > :first-child,
  .markdown blockquote > :first-child {
    margin-block-start: 0;
  }
  .markdown > :last-child,
  .markdown li > :last-child,
  .markdown blockquote > :last-child {
    margin-block-end: 0;
  }
  .markdown :where(p, ul, ol, blockquote, .code-block, .table-region, .math-block) {
    margin-block: calc(var(--_space) * 3);
    margin-inline: 0;
  }
  .markdown :is(p, h3, h4, h5, h6, th, td) {
    unicode-bidi: plaintext;
  }
  .markdown :is(h3, h4, h5, h6) {
    margin-block: calc(var(--_space) * 5) calc(var(--_space) * 2);
    line-height: 1.3;
    text-wrap: balance;
  }
  .markdown h3 {
    font-size: calc(var(--_text) * 1.35);
  }
  .markdown h4 {
    font-size: calc(var(--_text) * 1.2);
  }
  .markdown h5 {
    font-size: calc(var(--_text) * 1.07);
  }
  .markdown h6 {
    font-size: var(--_text);
  }
  .markdown :is(ul, ol) {
    padding-inline-start: calc(var(--_space) * 6);
  }
  .markdown li {
    margin-block: calc(var(--_space) * 1);
  }
  .markdown li::marker {
    color: var(--_muted);
  }
  .markdown .tight > li > p {
    margin-block: 0;
  }
  .markdown .loose > li {
    margin-block: calc(var(--_space) * 2);
  }
  .markdown li > :is(ul, ol) {
    margin-block: calc(var(--_space) * 1);
  }
  .markdown .task {
    list-style: none;
  }
  .markdown .task > input {
    float: inline-start;
    inline-size: 1em;
    block-size: 1em;
    margin-block: 0.3em 0;
    margin-inline: -1.5em 0;
    accent-color: var(--_accent);
  }
  .markdown blockquote {
    padding-inline: calc(var(--_space) * 4);
    border-inline-start: 3px solid var(--_line);
    color: var(--_muted);
  }
  .markdown hr {
    margin-block: calc(var(--_space) * 5);
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
  .markdown a {
    color: var(--_accent);
    text-underline-offset: 0.15em;
  }
  .markdown :is(a, button, pre, .table-region):focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .markdown :is(pre, .table-region):focus-visible {
    outline-offset: -2px;
  }
  .markdown .refused {
    color: var(--_muted);
  }
  .markdown span.image-link {
    color: var(--_muted);
  }
  .markdown img {
    max-inline-size: 100%;
    block-size: auto;
    border-radius: var(--_radius);
  }
  .markdown .inline-code {
    padding: 0.1em 0.35em;
    border: 1px solid var(--_line);
    border-radius: 0.35em;
    background: var(--_raised);
    font-family: var(--_font-mono);
    font-size: 0.9em;
    unicode-bidi: isolate;
  }
  .markdown .plain {
    white-space: pre-wrap;
  }
  .markdown .raw {
    color: var(--_muted);
    font-family: var(--_font-mono);
    font-size: var(--_text-small);
    white-space: pre-wrap;
  }
  .markdown .code-block {
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_raised);
  }
  .markdown .code-bar {
    display: flex;
    align-items: center;
    gap: calc(var(--_space) * 2);
    min-block-size: 2rem;
    padding-inline: calc(var(--_space) * 3) calc(var(--_space) * 1);
    border-block-end: 1px solid var(--_line);
    color: var(--_muted);
    font-size: var(--_text-small);
  }
  .markdown .code-language {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    font-family: var(--_font-mono);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .markdown .copy {
    flex: none;
    min-inline-size: 24px;
    min-block-size: 1.75rem;
    padding-inline: calc(var(--_space) * 2);
    border: 0;
    border-radius: calc(var(--_radius) * 0.6);
    background: none;
    color: var(--_muted);
    font: inherit;
    cursor: pointer;
  }
  .markdown .copy:hover {
    background: var(--_line);
    color: var(--_ink);
  }
  .markdown .code {
    margin: 0;
    padding: calc(var(--_space) * 3);
    overflow-x: auto;
    color: var(--_ink);
    font-family: var(--_font-mono);
    font-size: var(--_text-small);
    line-height: 1.5;
    overflow-wrap: normal;
    tab-size: 4;
    white-space: pre;
  }
  .markdown .code code {
    font: inherit;
  }
  .markdown .lines {
    display: block;
    inline-size: max-content;
    min-inline-size: 100%;
  }
  .markdown .table-region {
    overflow-x: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }
  .markdown table {
    inline-size: 100%;
    border-collapse: separate;
    border-spacing: 0;
    overflow-wrap: normal;
    font-variant-numeric: tabular-nums;
  }
  .markdown :is(th, td) {
    padding: calc(var(--_space) * 1.5) calc(var(--_space) * 3);
    text-align: start;
    vertical-align: baseline;
  }
  .markdown th {
    background: var(--_raised);
    font-weight: 600;
  }
  .markdown td {
    border-block-start: 1px solid var(--_line);
  }
  .markdown :is(th, td).align-center {
    text-align: center;
  }
  .markdown :is(th, td).align-right {
    text-align: end;
  }
  .markdown .math-block {
    display: block;
    overflow-x: auto;
    text-align: center;
  }
  @media (forced-colors: active) {
    .markdown :is(.code-block, .table-region, .inline-code) {
      border-color: CanvasText;
    }
    .markdown .copy {
      border: 1px solid ButtonBorder;
    }
  }
`;
