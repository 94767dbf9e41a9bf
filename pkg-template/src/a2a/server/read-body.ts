/**
 * A request's body as text; `undefined` for one longer than `most` bytes, which is not read further.
 *
 * @throws the connection's error.
 */
export async function readBody(request: Request, most: number): Promise<string | undefined> {
  if (Number(request.headers.get("content-length")) > most) return undefined;
  if (!request.body) return "";
  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > most) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
