/**
 * Makes larger pieces of small ones. What came before an error of the source comes before that error.
 *
 * @yields pieces of at least so many bytes; the last may be smaller.
 */
export async function* gatherPieces(
  pieces: AsyncIterable<Uint8Array>,
  minBytes: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of pieces) {
      held.push(piece)
      bytes += piece.byteLength
      if (bytes < minBytes) continue
      const whole = Buffer.concat(held)
      held = []
      bytes = 0
      yield whole
    }
  } catch (thrown) {
    if (bytes > 0) yield Buffer.concat(held)
    throw thrown
  }
  if (bytes > 0) yield Buffer.concat(held)
}
