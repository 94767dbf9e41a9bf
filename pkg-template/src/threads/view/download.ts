/** Lets the browser save a file under a name. */
export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken it by its next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
