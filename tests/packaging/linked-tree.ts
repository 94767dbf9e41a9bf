import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";

/**
 * Makes a second folder of packages with the same files, by hard links. npm's own files at its top are copied, since npm
 * writes into them; where the file system has no such link, so is everything.
 *
 * @param unwrittenSince refuses a tree that has a file which was written after this moment, in milliseconds: something
 *   wrote into a file that several projects share.
 */
export function linkTree(
  from: string,
  to: string,
  unwrittenSince = Number.POSITIVE_INFINITY,
): void {
  mkdirSync(to, { recursive: true });
  const files: string[] = [];
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target, unwrittenSince);
    else files.push(entry.name);
  }
  // Last: npm believes its list of the packages only if no folder is newer.
  for (const name of files) copyFileSync(join(from, name), join(to, name));
}

function linkFolder(from: string, to: string, unwrittenSince: number): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target, unwrittenSince);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      if (lstatSync(source).mtimeMs > unwrittenSince) throw new WrittenFileError(source);
      linkFile(source, target);
    }
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes(code)) throw error;
    copyFileSync(source, target);
  }
}

/** A file that several projects share was written in place. */
export class WrittenFileError extends Error {
  override readonly name = "WrittenFileError";

  constructor(file: string) {
    super(
      `${file} was written in place after it was installed: every project that links to it would see the change.`,
    );
  }
}
