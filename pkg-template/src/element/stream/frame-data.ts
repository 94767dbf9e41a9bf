/** The text after "data:" of each line that begins so. */
export function dataOf(frame: string): string {
  const lines = frame.split("\n").filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice("data:".length)).join("\n");
}
