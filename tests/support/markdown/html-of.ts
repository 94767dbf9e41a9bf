/** The markup that Lit makes of a template, without a DOM: text is escaped, listeners are left out. */
import { nothing } from "lit";

interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

interface Directive {
  readonly _$litDirective$: { readonly name: string };
  readonly values: readonly unknown[];
}

/** The markup of something that Lit shows. */
export function htmlOf(value: unknown): string {
  if (value === null || value === undefined || value === nothing) return "";
  if (Array.isArray(value)) return value.map(htmlOf).join("");
  if (typeof value !== "object") return escaped(String(value));
  if ("_$litType$" in value) return templateHtml(value as unknown as Template);
  if ("_$litDirective$" in value) return htmlOf(directiveValue(value as unknown as Directive));
  throw new Error("Lit shows no such value.");
}

function templateHtml({ strings, values }: Template): string {
  let html = strings[0] ?? "";
  values.forEach((value, index) => {
    const attribute = /\s([?@.]?)([\w-]+)=$/.exec(html);
    if (attribute) {
      html = html.slice(0, attribute.index);
      const [, kind, name] = attribute;
      if (kind === "?") html += value ? ` ${name}=""` : "";
      else if (kind === "" && value !== nothing) html += ` ${name}="${escaped(String(value))}"`;
    } else {
      html += htmlOf(value);
    }
    html += strings[index + 1] ?? "";
  });
  return html;
}

/** What `guard()` and `until()` show at first. */
function directiveValue({ values }: Directive): unknown {
  const last = values.at(-1);
  return typeof last === "function" ? last() : last;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
