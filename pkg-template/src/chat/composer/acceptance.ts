import { isObject, read } from "../../codec/safe-read.js";
import { kindOf, mimeTypeOf } from "./file-type.js";

/** Which files a message may have. */
export interface Acceptance {
  /** Whether any file may be attached. */
  readonly isOpen: boolean;
  /** The `accept` of the file picker; empty for every file. */
  readonly picker: string;
  accepts(file: Pick<File, "name" | "type">): boolean;
}

type Capability = "image" | "audio" | "video" | "pdf" | "file";

/**
 * Which files may be attached: those that the agent can read and the page accepts. What is unknown of the agent is left to the page:
 * then only files of its `accept` may be attached.
 *
 * @param capabilities the agent's, as it reports them.
 * @param accept as of `<input type="file">`.
 */
export function acceptanceOf(capabilities: unknown, accept: string): Acceptance {
  const input = inputOf(capabilities);
  const tokens = tokensOf(accept);
  const isListed = tokens.length > 0;
  const known = (kind: Capability): boolean | undefined => {
    const value = input && read(input, kind);
    return typeof value === "boolean" ? value : undefined;
  };
  const allows = (kind: Capability): boolean => known(kind) ?? isListed;
  return {
    isOpen: KINDS.some(allows),
    picker: isListed ? tokens.join(",") : pickerOf(allows),
    accepts: ({ name, type }) => {
      const mimeType = mimeTypeOf(type);
      if (isListed && !tokens.some((token) => matches(token, name, mimeType))) return false;
      return allows(capabilityFor(mimeType));
    },
  };
}

const KINDS: readonly Capability[] = ["image", "audio", "video", "pdf", "file"];

function inputOf(capabilities: unknown): object | undefined {
  const multimodal = isObject(capabilities) ? read(capabilities, "multimodal") : undefined;
  const input = isObject(multimodal) ? read(multimodal, "input") : undefined;
  return isObject(input) ? input : undefined;
}

function capabilityFor(mimeType: string): Capability {
  if (mimeType === "application/pdf") return "pdf";
  const kind = kindOf(mimeType);
  return kind === "document" ? "file" : kind;
}

const PICKED: readonly (readonly [Capability, string])[] = [
  ["image", "image/*"],
  ["audio", "audio/*"],
  ["video", "video/*"],
  ["pdf", "application/pdf"],
];

function pickerOf(allows: (kind: Capability) => boolean): string {
  if (allows("file")) return "";
  return PICKED.flatMap(([kind, token]) => (allows(kind) ? [token] : [])).join(",");
}

/** An extension, a kind, or a type. */
const TOKEN = /^(?:\.[^\s,]+|\*|[\w.+-]+\/\*|\*\/\*|[\w.+-]+\/[\w.+-]+)$/;

function tokensOf(accept: string): string[] {
  const tokens = accept.toLowerCase().split(",");
  return tokens.map((token) => token.trim()).filter((token) => TOKEN.test(token));
}

function matches(token: string, name: string, mimeType: string): boolean {
  if (token === "*" || token === "*/*") return true;
  // The end is enough, however long a name is.
  if (token.startsWith(".")) return name.slice(-token.length).toLowerCase() === token;
  if (token.endsWith("/*")) return mimeType.startsWith(token.slice(0, -1));
  return mimeType === token;
}
