/**
 * Fills bytes with the seeds of hash tables, which is all that our modules draw random numbers for; the build puts it in the
 * place of `crypto.getRandomValues`. Workers of servers draw none while their modules are imported, and a tool may be registered
 * then: its tables get seeds that are guessable. What is put into them is bounded.
 */
export function drawSeed(bytes: Uint8Array<ArrayBuffer>): void {
  try {
    globalThis.crypto.getRandomValues(bytes);
  } catch {
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.random() * 256;
  }
}
