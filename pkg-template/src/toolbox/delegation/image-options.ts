import type { AgentHeaders } from "../../element/stream/headers.js";
import { checkOptions, type OptionRules } from "../../options/check-options.js";
import { OptionError } from "../../options/option-error.js";
import {
  aCount,
  aFlag,
  aFunction,
  anObject,
  aTime,
  hasMethods,
  needed,
} from "../../options/rules.js";
import { hosts } from "../web/hosts.js";
import { anAddress, theHeaders } from "./rules.js";

/** The image and the question, for a function of the page. */
export interface ImageToRecognize {
  /** The image. */
  readonly blob: Blob;
  /** The image's type: `image/png`, `image/jpeg`, `image/gif` or `image/webp`. */
  readonly mediaType: string;
  /** The model's question. */
  readonly question: string;
  /** Aborted when no caller waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Options of `image_recognition`: the recognizer, and the images that it may see. */
export interface ImageRecognitionOptions {
  /** A function of the page that looks at an image and answers the question as text. Either this, or `agent`. */
  readonly recognize?: (image: ImageToRecognize) => string | PromiseLike<string>;
  /**
   * An AG-UI agent that looks: it gets a user message with the question and the image, and no tools. `timeout` is in
   * milliseconds, 120,000 by default; `Infinity` disables it.
   */
  readonly agent?: {
    readonly url: string;
    readonly headers?: AgentHeaders;
    readonly timeout?: number;
  };
  /** The directory of files, or `"opfs"` for the origin private file system. Without it no file is looked at. */
  readonly root?: FileSystemDirectoryHandle | "opfs";
  /** Hosts that images may be fetched from, also after redirects, like `allow` of `webTools`. By default none. */
  readonly allow?: readonly string[];
  /** Hosts that images are never fetched from, even if `allow` lists them, like `deny` of `webTools`. */
  readonly deny?: readonly string[];
  /** Whether images that this page shows may be looked at; true by default. */
  readonly page?: boolean;
  /** The maximum size of an image in bytes; 8,388,608 by default. */
  readonly maxBytes?: number;
  /** The maximum width times height of an image; 50,000,000 by default. */
  readonly maxPixels?: number;
}

/** Milliseconds that an agent may look at an image. */
export const imageTimeout = 120_000;

/** The same, checked. */
export interface ImageSettings extends ImageRecognitionOptions {
  readonly allow: readonly string[];
  readonly page: boolean;
}

/** @throws {TypeError} that names the invalid option. */
export function readImageOptions(options: ImageRecognitionOptions): ImageSettings {
  checkOptions("agentTools", options, rules, "image");
  const { recognize, agent, allow = [], page = true } = options;
  if ((recognize === undefined) === (agent === undefined)) {
    throw new OptionError("ag-ui-lit: agentTools({ image }) must have either recognize or agent.");
  }
  if (agent !== undefined) checkOptions("agentTools", agent, agentRules, "image.agent");
  return { ...options, page, allow };
}

const rules: OptionRules<ImageRecognitionOptions> = {
  recognize: aFunction,
  agent: anObject,
  root: [
    'a FileSystemDirectoryHandle, or "opfs"',
    (value) => value === "opfs" || hasMethods(value, "getFileHandle", "getDirectoryHandle"),
  ],
  allow: hosts,
  deny: hosts,
  page: aFlag,
  maxBytes: aCount,
  maxPixels: aCount,
};

const agentRules: OptionRules<NonNullable<ImageRecognitionOptions["agent"]>> = {
  url: needed(anAddress),
  headers: theHeaders,
  timeout: aTime,
};
