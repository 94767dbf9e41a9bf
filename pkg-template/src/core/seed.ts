/**
 * Fills bytes with the seeds of hash tables, the only random numbers that the modules need; the build replaces
 * `crypto.getRandomValues` with it. Workers of servers draw no random numbers while their modules are imported, and a
 * tool may be registered then: its tables get seeds that are guessable. Their content is bounded.
 */
export function drawSeed(bytes: Uint8Array<ArrayBuffer>): void {
  try {
    globalThis.crypto.getRandomValues(bytes);
  } catch {
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.random() * 256;
  }
}
