/** The time after which a file's address is given up, in milliseconds. Safari reads it a while after the click. */
const KEPT = 30_000;

/** Lets the browser save a file under a name. */
export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
