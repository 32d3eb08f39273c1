import { createReadStream } from 'node:fs'

const NEWLINE = 0x0a

/** A line of a file. */
export interface Line {
  text: string
  /** False for one that is longer than may be, of which `text` is the beginning. */
  isWhole: boolean
}

/**
 * Reads a file line by line, of any size: of a line that is longer than may be only its beginning is kept.
 *
 * @yields the lines, without empty ones.
 */
export async function* readLines(path: string, maxBytes: number): AsyncGenerator<Line> {
  let pieces: Buffer[] = []
  let [kept, bytes] = [0, 0]
  const add = (piece: Buffer) => {
    bytes += piece.byteLength
    const part = piece.subarray(0, Math.max(0, maxBytes - kept))
    if (part.byteLength > 0) pieces.push(part)
    kept += part.byteLength
  }
  const take = (): Line => {
    const line = { text: Buffer.concat(pieces).toString('utf8'), isWhole: bytes === kept }
    pieces = []
    kept = bytes = 0
    return line
  }
  for await (const chunk of createReadStream(path)) {
    const piece = chunk as Buffer
    let start = 0
    for (;;) {
      const end = piece.indexOf(NEWLINE, start)
      if (end < 0) break
      add(piece.subarray(start, end))
      start = end + 1
      const line = take()
      if (line.text.trim() !== '') yield line
    }
    // A copy: the rest of the chunk need not stay for the beginning of a line.
    add(Buffer.from(piece.subarray(start)))
  }
  const last = take()
  if (last.text.trim() !== '') yield last
}
