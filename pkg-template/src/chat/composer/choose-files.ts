import type { Acceptance } from "./acceptance.js";
import { shownName } from "./file-names.js";
import type { ComposerLimits } from "./limits.js";

/** A folder that was dropped. */
export interface Folder {
  readonly folder: string;
}

/** Files that a person wants to attach. */
export interface Offered {
  /** The first of them. */
  readonly items: readonly (File | Folder)[];
  /** The number of all of them. */
  readonly count: number;
}

/** So many of the offered files are looked at. */
const MOST_LOOKED_AT = 1_000;
/** So many refusals are given by name. */
const MOST_NAMED = 3;

/** Why a file is not attached. */
export interface Refusal {
  readonly reason: "type" | "empty" | "folder" | "size" | "total";
  /** The file's name, for people. */
  readonly name: string;
  /** Its size in bytes; 0 for a folder. */
  readonly size: number;
}

/** Which files are attached, and which are not. */
export interface Choice {
  readonly files: readonly File[];
  /** The first refusals. */
  readonly refused: readonly Refusal[];
  /** The number of further refusals. */
  readonly furtherRefused: number;
  /** The number of files beyond the limit of files. */
  readonly beyond: number;
}

/** The number and the size of files that are attached already. */
export interface Attached {
  readonly count: number;
  readonly bytes: number;
}

/** Chooses the files that may be attached, in their order. Takes bounded time, however many are offered. */
export function chooseFiles(
  offered: Offered,
  attached: Attached,
  { acceptance, limits }: { readonly acceptance: Acceptance; readonly limits: ComposerLimits },
): Choice {
  const files: File[] = [];
  const refused: Refusal[] = [];
  let furtherRefused = 0;
  let { bytes } = attached;
  let at = 0;
  for (; at < Math.min(offered.items.length, MOST_LOOKED_AT); at += 1) {
    if (attached.count + files.length >= limits.maxFiles) break;
    const item = offered.items[at] as File | Folder;
    const reason = reasonAgainst(item, bytes, acceptance, limits);
    if (reason === undefined) {
      files.push(item as File);
      bytes += (item as File).size;
    } else if (refused.length < MOST_NAMED) {
      refused.push({ reason, ...described(item) });
    } else furtherRefused += 1;
  }
  return { files, refused, furtherRefused, beyond: Math.max(0, offered.count - at) };
}

function reasonAgainst(
  item: File | Folder,
  bytes: number,
  acceptance: Acceptance,
  limits: ComposerLimits,
): Refusal["reason"] | undefined {
  if ("folder" in item) return "folder";
  if (!acceptance.accepts(item)) return "type";
  if (item.size === 0) return "empty";
  if (item.size > limits.maxFileBytes) return "size";
  return bytes + item.size > limits.maxTotalBytes ? "total" : undefined;
}

function described(item: File | Folder): Pick<Refusal, "name" | "size"> {
  if ("folder" in item) return { name: shownName(item.folder), size: 0 };
  return { name: shownName(item.name), size: item.size };
}

/** Files of a picker, a clipboard or a page. */
export function offeredFiles(files: ArrayLike<File>): Offered {
  const items: File[] = [];
  for (let at = 0; at < Math.min(files.length, MOST_LOOKED_AT); at += 1) {
    items.push(files[at] as File);
  }
  return { items, count: files.length };
}

/** Files and folders that were dropped. To be called while the event is dispatched. */
export function offeredItems(transfer: DataTransfer): Offered {
  const all = transfer.items;
  const items: (File | Folder)[] = [];
  let count = 0;
  for (let at = 0; at < all.length; at += 1) {
    const item = all[at];
    if (item?.kind !== "file") continue;
    count += 1;
    if (items.length >= MOST_LOOKED_AT) continue;
    const entry = item.webkitGetAsEntry?.();
    const file = entry?.isDirectory ? undefined : item.getAsFile();
    if (file) items.push(file);
    else items.push({ folder: entry?.name ?? "" });
  }
  return count === 0 ? offeredFiles(transfer.files) : { items, count };
}
