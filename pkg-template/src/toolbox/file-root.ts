import { messageOf } from "../codec/describe.js";
import type { OptionRule } from "../options/check-options.js";

/** The location of files. */
export const aRoot: readonly [string, OptionRule[1]] = [
  '"opfs", { opfs: "a folder" } or a FileSystemDirectoryHandle (names of folders can\'t be empty or blank, . or .., nor have \\, control characters or half a character)',
  isRoot,
];

function isRoot(root: unknown): boolean {
  if (root === "opfs") return true;
  if (typeof root !== "object" || root === null) return false;
  const { opfs, kind } = root as { readonly opfs?: unknown; readonly kind?: unknown };
  if (typeof opfs !== "string") return kind === "directory";
  return opfs.replace(/^\//, "").split("/").every(isName);
}

function isName(name: string): boolean {
  return name.trim() !== "" && name !== "." && name !== ".." && !/[\\\p{Cc}\p{Cs}]/u.test(name);
}

/** Methods of a handle that only some browsers have. */
interface Handle {
  readonly name: string;
  queryPermission?(wish: { readonly mode: string }): Promise<string>;
}

/** The reason that files below a root can't be used, and the remedy; `undefined` if they can. */
export async function whyNot(
  root: unknown,
  mode: "read" | "readwrite",
): Promise<string | undefined> {
  if (!isRoot(root)) return `The root must be ${aRoot[0]}.`;
  if (mode === "readwrite" && !canWrite()) {
    return "This browser can read files, but not write them (createWritable is missing). A newer one can.";
  }
  try {
    const isOpfs = root === "opfs" || "opfs" in (root as object);
    return await (isOpfs ? whyNoOpfs() : whyNoFolder(root as Handle, mode));
  } catch (thrown) {
    return `The browser does not give it: ${messageOf(thrown)}`;
  }
}

function canWrite(): boolean {
  return (
    typeof FileSystemFileHandle === "function" && "createWritable" in FileSystemFileHandle.prototype
  );
}

async function whyNoOpfs(): Promise<string | undefined> {
  const storage = globalThis.navigator?.storage;
  if (typeof storage?.getDirectory !== "function") {
    return "This browser has no origin private file system here. It needs a page over https or from localhost, and a browser of 2023 or later; a private window may lack it.";
  }
  await storage.getDirectory();
  return undefined;
}

async function whyNoFolder(
  handle: Handle,
  mode: "read" | "readwrite",
): Promise<string | undefined> {
  const state = (await handle.queryPermission?.({ mode })) ?? "granted";
  if (state === "granted") return undefined;
  const { name } = handle;
  return state === "prompt"
    ? `The person has not (yet) allowed this page the folder "${name}": call its handle's requestPermission({ mode: "${mode}" }) when they click.`
    : `The person has denied this page the folder "${name}". They can pick it again, or allow it in the site's settings.`;
}
