/** Reads a stream of unknown length whole; undefined as soon as it is longer than `maxBytes`. */
export async function collectBytes(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of source) {
    received += chunk.byteLength
    if (received > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
