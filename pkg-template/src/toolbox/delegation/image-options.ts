import type { AgentHeaders } from "../../element/stream/headers.js";
import { address, count, optionsObject, texts, time, withMethods, wrong } from "./given.js";

/** What is looked at, for a function of the page. */
export interface ImageToRecognize {
  /** The image. */
  readonly blob: Blob;
  /** What its bytes are: `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly mediaType: string;
  /** What the model wants to know. */
  readonly question: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Who looks at images, and which. */
export interface ImageRecognitionOptions {
  /** A function of the page that looks at an image and answers the question in words. Either this, or `agent`. */
  readonly recognize?: (image: ImageToRecognize) => string | PromiseLike<string>;
  /**
   * An AG-UI agent that looks: it gets a user message with the question and the image, and no tools. `timeout` is in
   * milliseconds, 120,000 unless said otherwise.
   */
  readonly agent?: {
    readonly url: string;
    readonly headers?: AgentHeaders;
    readonly timeout?: number;
  };
  /** Where files are: a directory, or `"opfs"` for the origin private file system. Without it no file is looked at. */
  readonly root?: FileSystemDirectoryHandle | "opfs";
  /** The hosts of which images may be fetched: `"images.example"`. Without it none is. */
  readonly allow?: readonly string[];
  /** Whether images that this page shows may be looked at: yes, unless said otherwise. */
  readonly page?: boolean;
  /** Bytes that an image may have: 8,388,608 unless said otherwise. */
  readonly maxBytes?: number;
  /** Width times height that an image may have: 50,000,000 unless said otherwise. */
  readonly maxPixels?: number;
}

/** The same, checked. */
export interface ImageSettings extends ImageRecognitionOptions {
  readonly allow: readonly string[];
  readonly page: boolean;
}

/** @throws {TypeError} that names the option that is not as it must be. */
export function readImageOptions(given: unknown): ImageSettings {
  const options = optionsObject(given, "image") as ImageRecognitionOptions;
  const { recognize, agent, root, page = true } = options;
  if ((recognize === undefined) === (agent === undefined)) {
    throw wrong("image", "must have either `recognize` or `agent`", given);
  }
  if (recognize !== undefined && typeof recognize !== "function") {
    throw wrong("image.recognize", "must be a function", recognize);
  }
  if (agent !== undefined) {
    const { url, timeout } = optionsObject(agent, "image.agent") as Record<string, unknown>;
    address(url, "image.agent.url");
    time(timeout, "image.agent.timeout", 0);
  }
  if (root !== undefined && root !== "opfs") {
    const what = 'a FileSystemDirectoryHandle, or "opfs"';
    withMethods(root, ["getFileHandle", "getDirectoryHandle"], "image.root", what);
  }
  if (typeof page !== "boolean") throw wrong("image.page", "must be true or false", page);
  count(options.maxBytes, "image.maxBytes", undefined);
  count(options.maxPixels, "image.maxPixels", undefined);
  return { ...options, page, allow: texts(options.allow, "image.allow") ?? [] };
}
