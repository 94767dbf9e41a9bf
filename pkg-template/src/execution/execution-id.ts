/** Random bits per page, so that ids differ between tabs. `randomUUID` is missing on pages served without TLS. */
const page = Array.from(crypto.getRandomValues(new Uint32Array(2)), (bits) =>
  bits.toString(16).padStart(8, "0"),
).join("");

let count = 0;

/** An id that no other execution has, in this tab or another. */
export function executionId(): string {
  count += 1;
  return `exec-${page}-${count}`;
}
