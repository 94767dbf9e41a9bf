import { frameDocument } from "../../dom/flat-tree.js";
import { readMember, windowOf } from "../../dom/members.js";
import { race } from "../../execution/race.js";
import { addressIn } from "./address.js";
import { type HistoryStep, stepAddress, takeStep } from "./history.js";
import type { Part } from "./part.js";
import { settled } from "./settle.js";

/** A destination, as `Destination` in `crates/toolbox/src/page/navigate.rs`. */
export type Destination = { readonly url: string } | { readonly history: HistoryStep };

interface Arrival {
  readonly outcome: "arrived" | "sameDocument" | "leaving" | "closed" | "nothing";
  readonly url: string;
  readonly title: string;
}

/** The maximum loading time of a frame, in milliseconds. */
const longestLoad = 30_000;

/** The longest time that a step in the history may take to leave the page, in milliseconds. */
const longestStep = 1_000;

/** The time that the page stays after the answer, so that it can be kept or sent, in milliseconds. */
const farewell = 100;

/** Goes somewhere, in the frame or with the page itself. */
export function navigate(part: Part, to: Destination): Promise<Arrival> {
  return part.frame ? inFrame(part, part.frame, to) : withPage(part, to);
}

async function withPage(part: Part, to: Destination): Promise<Arrival> {
  const document = part.document();
  const view = windowOf(document);
  const here = () => readMember<string>(Document.prototype, "URL", document);
  if (!view) return { outcome: "nothing", url: here(), title: "" };
  const before = here();
  if ("url" in to) {
    const { href, isSameDocument } = addressIn(document, to.url);
    if (!isSameDocument) {
      setTimeout(() => view.location.assign(href), farewell);
      return { outcome: "leaving", url: href, title: "" };
    }
    view.location.assign(href);
    await settled(document);
  } else if (to.history === "reload") {
    setTimeout(() => view.location.reload(), farewell);
    return { outcome: "leaving", url: before, title: "" };
  } else {
    await stepped(document, to.history);
  }
  const outcome = here() === before ? "nothing" : "sameDocument";
  return { outcome, url: here(), title: document.title };
}

/** Waits for a step within the document to end, however long the browser takes. A step out of it ends the page. */
async function stepped(document: Document, step: "back" | "forward"): Promise<void> {
  const { isSameDocument } = stepAddress(document, step);
  await race(takeStep(document, step), {
    timeout: isSameDocument ? longestLoad : longestStep,
  });
  if (isSameDocument) await settled(document);
}

async function inFrame(part: Part, frame: HTMLIFrameElement, to: Destination): Promise<Arrival> {
  // A frame of another origin can be sent away, and no more.
  const shown = frameDocument(frame);
  const before = shown && readMember<string>(Document.prototype, "URL", shown);
  const loaded = whenLoaded(frame, shown);
  const view = readMember<Window | null>(HTMLIFrameElement.prototype, "contentWindow", frame);
  if ("url" in to) {
    // The one way that is also open from a document of another origin.
    if (view) view.location.href = to.url;
  } else if (!shown) return { outcome: "closed", url: frame.src, title: "" };
  else if (to.history === "reload") view?.location.reload();
  else void takeStep(shown, to.history);
  const isLoaded = await loaded;
  const now = frameDocument(frame);
  const wanted = "url" in to ? to.url : frame.src;
  if (!now) return { outcome: "closed", url: wanted, title: "" };
  const url = readMember<string>(Document.prototype, "URL", now);
  const title = readMember<string>(Document.prototype, "title", now);
  if (now === shown)
    return { outcome: url === before || isLoaded ? "nothing" : "sameDocument", url, title };
  part.root();
  return { outcome: "arrived", url, title };
}

/** Ends when the frame has loaded another document, or is at another place of the same. */
function whenLoaded(frame: HTMLIFrameElement, shown: Document | null): Promise<boolean> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const { signal } = ended;
    const end = (isLoaded: boolean) => (): void => {
      clearTimeout(timer);
      ended.abort();
      resolve(isLoaded);
    };
    const timer = setTimeout(end(false), longestLoad);
    EventTarget.prototype.addEventListener.call(frame, "load", end(true), { signal });
    const view = shown && windowOf(shown);
    for (const type of ["hashchange", "popstate"])
      view?.addEventListener(type, end(false), { signal });
  });
}
