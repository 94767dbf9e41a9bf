import type { UserMessage } from "@ag-ui/core";
import { denyAll } from "../../calls/deny-all.js";
import { OfferedTools } from "../../calls/offered-tools.js";
import { originWith } from "../../calls/origin.js";
import { base64Of } from "../../codec/base64.js";
import { describe } from "../../codec/describe.js";
import { DEFAULT_LIMITS } from "../../element/limits/limits.js";
import { HeadlessConversation } from "../../element/runs/headless.js";
import { ToolFailure } from "../../errors/tool-failure.js";
import { ToolExecutionManager } from "../../execution/manager.js";
import { ToolRegistry } from "../../tools/registry.js";
import { withSignal } from "./contexts.js";
import { type ImageSettings, imageTimeout } from "./image-options.js";
import { imageOfElement, imageOfFile, imageOfScreenshot } from "./image-sources.js";
import { type Outcome, outcomeOf } from "./outcome.js";
import { lastWords } from "./task.js";
import { within } from "./within.js";

/** An image, as the module names it. Those of the web it fetches itself. */
interface ImageSource {
  readonly from: "element" | "screenshot" | "file";
  readonly image: string;
}

/** The host side of the module's `image_recognition`. */
export class Images {
  readonly maxBytes: number | undefined;
  readonly maxPixels: number | undefined;
  /** Hosts from which the module may fetch images; `deny` excludes some. */
  readonly allow: readonly string[];
  readonly deny: readonly string[] | undefined;
  readonly #settings: ImageSettings;
  readonly #keptImage: (name: string) => string | undefined;

  /** @param keptImage gives the data URL of a screenshot. */
  constructor(settings: ImageSettings, keptImage: (name: string) => string | undefined) {
    this.#settings = settings;
    this.#keptImage = keptImage;
    this.maxBytes = settings.maxBytes;
    this.maxPixels = settings.maxPixels;
    this.allow = settings.allow;
    this.deny = settings.deny;
  }

  /** The permitted sources of images. */
  sources(): (ImageSource["from"] | "url")[] {
    const { page, root, allow } = this.#settings;
    const has = {
      element: page,
      screenshot: page,
      file: root !== undefined,
      url: allow.length > 0,
    };
    const all = ["element", "screenshot", "file", "url"] as const;
    return all.filter((source) => has[source]);
  }

  /** The bytes of an image; of no more than `most`. */
  read(source: ImageSource, most: number): Promise<Outcome<Uint8Array>> {
    return outcomeOf(async () => {
      const blob = await this.#blobOf(source);
      if (blob.size > most) throw tooLarge(source.image.slice(0, 120), most);
      return new Uint8Array(await blob.arrayBuffer());
    });
  }

  /** Passes an image to the recognizer. */
  recognize(
    bytes: Uint8Array<ArrayBuffer>,
    mediaType: string,
    question: string,
    executionId: string,
  ): Promise<Outcome<string>> {
    const look = async (signal: AbortSignal): Promise<string> => {
      const blob = new Blob([bytes], { type: mediaType });
      await checkDecodable(blob);
      const { recognize } = this.#settings;
      const answer: unknown = recognize
        ? await recognize({ blob, mediaType, question, signal })
        : await this.#ask(bytes, mediaType, question, signal);
      if (typeof answer === "string") return answer;
      throw new ToolFailure(`image.recognize must give a text, but gave ${describe(answer)}.`, {
        category: "permanent",
      });
    };
    return outcomeOf(() => withSignal(executionId, look));
  }

  #blobOf({ from, image }: ImageSource): Promise<Blob> {
    const { root = "opfs" } = this.#settings;
    switch (from) {
      case "element":
        return imageOfElement(image);
      case "screenshot":
        return imageOfScreenshot(image, this.#keptImage(image));
      case "file":
        return imageOfFile(root, image);
    }
  }

  async #ask(
    bytes: Uint8Array,
    mediaType: string,
    question: string,
    signal: AbortSignal,
  ): Promise<string> {
    const { url, headers = {}, timeout = imageTimeout } = this.#settings.agent ?? { url: "" };
    const conversation = new HeadlessConversation({
      url,
      headers,
      tools: new OfferedTools(new ToolRegistry(), () => false),
      manager: new ToolExecutionManager(),
      origin: originWith({ kind: "subagent", depth: 1 }, { approver: denyAll }),
      maxRounds: 1,
      limits: DEFAULT_LIMITS,
      hear: () => {},
    });
    try {
      const content = messageOf(bytes, mediaType, question);
      const { result, isLate } = await within(timeout, signal, (stopped) =>
        conversation.send(content, stopped),
      );
      if (isLate) {
        const why = `The agent that looks at images was not done within ${timeout} ms.`;
        throw new ToolFailure(why, { category: "timeout", code: "image_timeout" });
      }
      if (result.error) throw result.error;
      if (result.outcome !== "finished") {
        throw new ToolFailure(
          `The agent that looks at images has not finished: ${result.outcome}.`,
        );
      }
      return lastWords(conversation.messages);
    } finally {
      conversation.close();
    }
  }
}

/** For an image that has more bytes than are looked at. */
function tooLarge(name: string, most: number): ToolFailure {
  const why = `The image ${name} has more than ${most} bytes, which is the maximum. Use a smaller version of it.`;
  return new ToolFailure(why, { category: "permanent", code: "image_too_large" });
}

/** A question and an image, as AG-UI has them in one message. */
function messageOf(bytes: Uint8Array, mimeType: string, question: string): UserMessage["content"] {
  const value = base64Of(bytes);
  return [
    { type: "text", text: question },
    { type: "image", source: { type: "data", value, mimeType } },
  ];
}

/** Throws if the browser can't decode the image. Without a decoder, nothing is checked. */
async function checkDecodable(blob: Blob): Promise<void> {
  if (typeof createImageBitmap !== "function") return;
  try {
    (await createImageBitmap(blob)).close();
  } catch (cause) {
    const why = `The image is broken: it begins as ${blob.type}, but can't be decoded.`;
    throw new ToolFailure(why, { category: "permanent", code: "image_broken", cause });
  }
}
