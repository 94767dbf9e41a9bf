/** The `data` of each server-sent event, whatever line ends the service uses and wherever the network cut the bytes. */
export async function* sseData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = "";
  let data: string[] = [];

  function* take(text: string, last: boolean): Generator<string> {
    pending += text;
    // A lone CR at the end may be half of a CRLF: leave it for the next piece.
    const usable = !last && pending.endsWith("\r") ? pending.slice(0, -1) : pending;
    const lines = usable.split(/\r\n|\n|\r/);
    pending = lines.pop() + pending.slice(usable.length);
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) yield data.join("\n");
        data = [];
      } else if (line.startsWith("data:")) {
        data.push(line.slice(line[5] === " " ? 6 : 5));
      }
    }
  }

  for await (const bytes of body) yield* take(decoder.decode(bytes, { stream: true }), false);
  // Some services forget the last blank line.
  yield* take(`${decoder.decode()}\n\n`, true);
}
