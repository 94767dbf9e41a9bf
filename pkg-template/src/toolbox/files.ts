import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aFlag, anApproval } from "../options/rules.js";
import type { ToolDefinition } from "../tools/types.js";
import { availabilityOf, type GroupAvailability } from "./availability.js";
import { aRoot, whyNot } from "./file-root.js";
import { fileToolsCatalogue, searchToolsCatalogue } from "./module/catalogue.js";
import type { CatalogueEntry } from "./module/catalogue-entry.js";
import { lazyGroup } from "./module/lazy-group.js";
import type {
  FileEditMetadata,
  FileMultiEditMetadata,
  FileReadMetadata,
  FileWriteMetadata,
  GlobMetadata,
  GrepMetadata,
} from "./module/raw-files.js";
import type { ToolApproval } from "./tool-approval.js";

export type {
  FileEditMetadata,
  FileMultiEditMetadata,
  FileReadMetadata,
  FileWriteMetadata,
  GlobFile,
  GlobMetadata,
  GrepFile,
  GrepMetadata,
  LineEnding,
} from "./module/raw-files.js";

declare module "./module/result-metadata.js" {
  interface ToolboxResultMetadata {
    file_read: FileReadMetadata;
    file_write: FileWriteMetadata;
    file_edit: FileEditMetadata;
    file_multi_edit: FileMultiEditMetadata;
    grep_tool: GrepMetadata;
    glob_tool: GlobMetadata;
  }
}

/**
 * The location of an agent's files: all of the origin private file system, a folder of it that is made when it is
 * missing, or a folder that the page has a handle of, usually from `showDirectoryPicker()`. No path leaves it.
 */
export type FileRoot = "opfs" | { readonly opfs: string } | FileSystemDirectoryHandle;

/** Options of {@link searchTools}. */
export interface SearchToolsOptions {
  /** The location of the files. */
  readonly root: FileRoot;
  /**
   * The encoding of files that are not UTF-8 and have no byte order mark, as a label of the Encoding Standard
   * (`"shift_jis"`).
   * @default "windows-1252"
   */
  readonly encoding?: string;
}

/** Options of {@link fileTools}. */
export interface FileToolsOptions extends SearchToolsOptions {
  /**
   * Leaves out the tools that change files.
   * @default false
   */
  readonly readOnly?: boolean;
  /**
   * Whether a person is asked before a file is changed.
   * @default "always"
   */
  readonly approval?: ToolApproval;
}

/**
 * `file_read`, `file_write`, `file_edit` and `file_multi_edit`: an agent's work on the files below a root. Files that
 * were not read, or that changed since (in another tab too), are not overwritten. A write is all or nothing. Encoding,
 * byte order mark and line ends are preserved.
 *
 * @throws {TypeError} if an option is invalid; the message names it.
 *
 * @example
 * ```ts
 * for (const tool of fileTools({ root: { opfs: "workspace" } })) registry.register(tool);
 * ```
 */
export function fileTools(options: FileToolsOptions): ToolDefinition[] {
  checkOptions("fileTools", options, fileRules);
  const { root, encoding, readOnly = false, approval = "always" } = options;
  return lazyGroup({
    part: "files",
    catalogue: readOnly ? fileToolsCatalogue.filter(isReading) : fileToolsCatalogue,
    make: (raw) => raw.rawFileTools({ root, encoding, readOnly }),
    metadata: (entry) => (isReading(entry) ? {} : { approval }),
  });
}

/**
 * `grep_tool` and `glob_tool`: find places in the lines of files below a root, and files by their paths.
 *
 * @throws {TypeError} if an option is invalid; the message names it.
 */
export function searchTools(options: SearchToolsOptions): ToolDefinition[] {
  checkOptions("searchTools", options, searchRules);
  const { root, encoding } = options;
  return lazyGroup({
    part: "files",
    catalogue: searchToolsCatalogue,
    make: (raw) => raw.rawSearchTools({ root, encoding, readOnly: true }),
  });
}

/**
 * Returns the tools of {@link fileTools} that work with these options, in this browser and with the person's current
 * permission. Never rejects.
 */
export async function fileToolsAvailability(
  options: Pick<FileToolsOptions, "root" | "readOnly"> = { root: "opfs" },
): Promise<GroupAvailability> {
  const [reading, writing] = [
    await whyNot(options.root, "read"),
    await whyNot(options.root, "readwrite"),
  ];
  const tools = options.readOnly ? fileToolsCatalogue.filter(isReading) : fileToolsCatalogue;
  return availabilityOf(tools, (entry) => (isReading(entry) ? reading : writing));
}

/** Returns the same of {@link searchTools}. */
export async function searchToolsAvailability(
  options: Pick<SearchToolsOptions, "root"> = { root: "opfs" },
): Promise<GroupAvailability> {
  const reason = await whyNot(options.root, "read");
  return availabilityOf(searchToolsCatalogue, () => reason);
}

function isReading({ metadata }: CatalogueEntry): boolean {
  return metadata.approval === undefined;
}

const searchRules: OptionRules<SearchToolsOptions> = {
  root: [...aRoot, "needed"],
  encoding: [
    "a label of the Encoding Standard that is not UTF-16, such as windows-1252 or shift_jis",
    (value) => typeof value === "string" && isLabel(value),
  ],
};

const fileRules: OptionRules<FileToolsOptions> = {
  ...searchRules,
  readOnly: aFlag,
  approval: anApproval,
};

/**
 * Returns true for an encoding's label. UTF-16 is detected by its byte order mark; `iso-2022-kr` and others are no
 * encodings.
 */
function isLabel(label: string): boolean {
  try {
    return !new TextDecoder(label).encoding.startsWith("utf-16");
  } catch {
    return false;
  }
}
