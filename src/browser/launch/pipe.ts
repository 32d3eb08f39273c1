import type { Readable, Writable } from 'node:stream'
import { Cdp } from '../cdp.ts'
import { MESSAGE_MAX_BYTES } from '../limits.ts'

/**
 * A client over the two pipes of a browser, on which each message ends with a zero byte. `tooMuch` is called for a message over
 * `MESSAGE_MAX_BYTES`, of which nothing is kept.
 */
export function openPipeClient(to: Writable, from: Readable, tooMuch: () => void): Cdp {
  const cdp = new Cdp((text) => void to.write(`${text}\0`))
  // That the browser has gone is told by whoever started it.
  to.on('error', () => {})
  from.on('error', () => {})
  let parts: Buffer[] = []
  let bytes = 0
  from.on('data', (chunk: Buffer) => {
    let at = 0
    for (;;) {
      const end = chunk.indexOf(0, at)
      if (end === -1) break
      parts.push(chunk.subarray(at, end))
      const message = Buffer.concat(parts).toString('utf8')
      parts = []
      bytes = 0
      at = end + 1
      cdp.receive(message)
    }
    const rest = chunk.byteLength - at
    if (rest === 0) return
    bytes += rest
    if (bytes > MESSAGE_MAX_BYTES) {
      parts = []
      bytes = 0
      tooMuch()
      return
    }
    parts.push(chunk.subarray(at))
  })
  return cdp
}
