/** The kinds of content parts that hold a file. */
export type MediaKind = "image" | "audio" | "video" | "document";

const FORM = /^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9][\w!#$&^.+-]{0,126}$/;

/** A MIME type without parameters, in lower case; `application/octet-stream` for a text that is not one. */
export function mimeTypeOf(type: string): string {
  const bare = type.slice(0, 300).split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return FORM.test(bare) ? bare : "application/octet-stream";
}

/** The kind of content part for a MIME type. */
export function kindOf(mimeType: string): MediaKind {
  const [kind] = mimeType.split("/", 1);
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
}

/** So many bytes are enough to recognise a type. PDF allows other bytes before its mark. */
const HEAD = 1024;

/**
 * Returns true if the first bytes of a file are those of its type. Types without a known mark count as right. The type comes from
 * the name's extension, so anybody can make it say anything.
 */
export async function isOfItsType(file: Blob, mimeType: string): Promise<boolean> {
  const isMarked = MARKS.get(mimeType);
  if (!isMarked) return true;
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  let head = "";
  for (const byte of bytes) head += String.fromCharCode(byte);
  return isMarked(head);
}

/** The marks of common types, for bytes as characters. */
const MARKS: ReadonlyMap<string, (head: string) => boolean> = new Map([
  ["image/png", (head) => head.startsWith("\x89PNG\r\n\x1a\n")],
  ["image/jpeg", (head) => head.startsWith("\xff\xd8\xff")],
  ["image/gif", (head) => head.startsWith("GIF87a") || head.startsWith("GIF89a")],
  ["image/webp", (head) => head.startsWith("RIFF") && head.startsWith("WEBP", 8)],
  ["image/bmp", (head) => head.startsWith("BM")],
  ["application/pdf", (head) => head.includes("%PDF-")],
]);
