import type { ContentPart } from "@ag-ui/core";
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { bytesOf } from "../codec/base64.js";
import { isObject, readText } from "../codec/safe-read.js";
import type { ChatStrings } from "../texts/chat/strings.js";
import { visibleText } from "../visible-text/visible-text.js";
import { icon } from "./icons.js";

type MediaPart = Exclude<ContentPart, { type: "text" }>;

/** Kinds of pictures that a browser draws from their bytes. SVG is a document, and is not among them. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** Pictures with more base64 than this are named, not shown. */
const LARGEST = 16_000_000;

/** The longest side of a picture, in pixels. */
const SIDE = 1_024;

/** What decides whether a picture may be requested. */
export type AllowImage = ((url: URL) => boolean) | undefined;

/** The parts of a message that are no text. */
export function attachments(
  content: unknown,
  strings: ChatStrings,
  allowImage: AllowImage,
): TemplateResult | typeof nothing {
  if (!Array.isArray(content)) return nothing;
  const media = content.filter(isMedia);
  if (media.length === 0) return nothing;
  return html`<div class="attachments" part="attachments">
    ${media.map((part) => attachment(part, strings, allowImage))}
  </div>`;
}

function isMedia(part: unknown): part is MediaPart {
  return (
    isObject(part) &&
    "type" in part &&
    part.type !== "text" &&
    "source" in part &&
    isObject(part.source)
  );
}

function attachment(part: MediaPart, strings: ChatStrings, allowImage: AllowImage): TemplateResult {
  const { source } = part;
  const name = nameOf(part, strings);
  const isPicture = part.type === "image";
  if (
    isPicture &&
    source.type === "data" &&
    PICTURE.test(source.mimeType) &&
    source.value.length <= LARGEST
  ) {
    // On a canvas: an address would need the page's policy to allow `data:` or `blob:`.
    return html`<div class="picture" part="attachment attachment-image">
      <canvas role="img" aria-label=${name} width="160" height="120" ${ref((canvas) => drawOnce(canvas, source.value, source.mimeType))}></canvas>
      ${chip(name)}
    </div>`;
  }
  const url = source.type === "url" ? webAddress(source.value) : undefined;
  if (isPicture && url && isAllowed(url, allowImage)) {
    return html`<div class="picture" part="attachment attachment-image">
      <img src=${url.href} alt=${name} loading="lazy" decoding="async" referrerpolicy="no-referrer" />
    </div>`;
  }
  return chip(name, url);
}

function chip(name: string, url?: URL): TemplateResult {
  const content = html`${icon("file")}<span>${name}</span>`;
  if (!url) return html`<span class="chip" part="attachment">${content}</span>`;
  return html`<a class="chip" part="attachment" href=${url.href} target="_blank" rel="noopener noreferrer">${content}</a>`;
}

function nameOf(part: MediaPart, strings: ChatStrings): string {
  const { metadata, source } = part;
  const given = isObject(metadata)
    ? (readText(metadata, "name") ?? readText(metadata, "filename"))
    : undefined;
  const last =
    source.type === "url" ? webAddress(source.value)?.pathname.split("/").at(-1) : undefined;
  return visibleText((given || last || strings.attachment(part.type)).slice(0, 200));
}

function webAddress(value: string): URL | undefined {
  const url = value.length > 10_000 ? null : URL.parse(value);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

function isAllowed(url: URL, allowImage: AllowImage): boolean {
  try {
    return allowImage?.(url) === true;
  } catch (thrown) {
    reportError(thrown);
    return false;
  }
}

const drawn = new WeakMap<Element, string>();

/** Draws a picture from its bytes; one that can't be drawn leaves its name. */
function drawOnce(canvas: Element | undefined, base64: string, type: string): void {
  if (!(canvas instanceof HTMLCanvasElement) || drawn.get(canvas) === base64) return;
  drawn.set(canvas, base64);
  draw(canvas, base64, type).catch(() => canvas.toggleAttribute("data-failed", true));
}

async function draw(canvas: HTMLCanvasElement, base64: string, type: string): Promise<void> {
  const bitmap = await createImageBitmap(new Blob([bytesOf(base64)], { type }));
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}
